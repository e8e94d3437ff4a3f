// boardgame.io's own server with its in-memory storage: node server.js [PORT]. Says `ready` when it is.

// Without this boardgame.io checks after every move that the state can be serialised, and Immer runs its slow build.
process.env.NODE_ENV ??= 'production';
const { Server, Origins } = require('boardgame.io/server');
const parade = require('./game.js');

/** A server that is not yet listening. */
function create() {
  const server = Server({ games: [parade], origins: [Origins.LOCALHOST] });
  // A sync sends the initial state past playerView, with all hands, the pile and the seed in it: leave it out.
  const { db } = server;
  const fetch = db.fetch.bind(db);
  db.fetch = (match, wanted) => fetch(match, { ...wanted, initialState: false });
  db.dealt = (match) => fetch(match, { initialState: true }).initialState;
  return server;
}

module.exports = { create };

if (require.main === module) create().run(Number(process.argv[2] ?? 8000), () => console.log('ready'));
