// Made by `python -m wonderland.server.wire.typescript` from the Python messages: not to be edited.
// What they mean is told in docs/protocol.md.
export {};
