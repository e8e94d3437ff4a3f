import { afterEach, beforeEach, expect, it, vi } from "vitest";

/** A device's audio, which is allowed to sound while a finger is lifted, a mouse clicks or a key goes down: so it is on iPhones. */
class Device {
  static made: Device[] = [];
  static allowed = false;
  state = "suspended";
  resume = vi.fn(async () => {
    if (!Device.allowed) throw new Error("not allowed");
    this.state = "running";
  });
  constructor() {
    Device.made.push(this);
  }
}

function gesture(kind: string, allowed: boolean): void {
  Device.allowed = allowed;
  document.dispatchEvent(new Event(kind));
  Device.allowed = false;
}

const state = () => Device.made[0]?.state;

beforeEach(async () => {
  Device.made = [];
  vi.stubGlobal("AudioContext", Device);
  vi.resetModules();
  await import("./sounds");
});
afterEach(() => vi.unstubAllGlobals());

it.each(["pointerup", "touchend", "click", "keydown"])("is heard after a %s", (kind) => {
  gesture(kind, true);
  expect(state()).toBe("running");
});

it("is heard after a tap, of which only the end gives leave", () => {
  gesture("pointerdown", false);
  gesture("pointerup", true);
  gesture("touchend", true);
  gesture("click", true);
  expect(state()).toBe("running");
});

it("is heard again after a call has interrupted it", () => {
  gesture("click", true);
  Device.made[0].state = "interrupted";
  gesture("touchend", true);
  expect(state()).toBe("running");
  expect(Device.made).toHaveLength(1);
});

it("leaves alone what sounds already", () => {
  gesture("click", true);
  gesture("click", true);
  expect(Device.made[0].resume).toHaveBeenCalledOnce();
});
