/** Small sounds of paper, wood and a bell, synthesised with Web Audio: no files are loaded. */

import { settings } from "./settings.svelte";

export type SoundName =
  | "card"
  | "take"
  | "flip"
  | "place"
  /** Somebody else has placed a card: a pitch for each pile. */
  | "pile1"
  | "pile2"
  | "pile3"
  | "bounce"
  | "turn"
  | "yourTurn"
  | "lastRound"
  | "win"
  | "end"
  | "tick"
  | "go"
  | "begin"
  | "sit"
  /** A bot plays for somebody. */
  | "away"
  | "lost"
  | "back"
  | "chat";

let context: AudioContext | null = null;

/** Browsers allow audio only after a user gesture: before the first one there is no context. */
function awake(): void {
  try {
    context ??= new AudioContext();
    // "suspended" before the first gesture; "interrupted" on iPhones, after a call or another app's sound.
    if (context.state !== "running") void context.resume().catch(() => undefined);
  } catch {
    // No audio device.
  }
}

// Touch activates audio at the end of the gesture (pointerup), not at its start.
const GESTURES = ["pointerup", "touchend", "click", "keydown"];

if (typeof document !== "undefined" && "AudioContext" in globalThis) {
  for (const gesture of GESTURES) document.addEventListener(gesture, awake, { capture: true, passive: true });
}

/** Everything sounds through this: the volume. */
let output: GainNode | null = null;

function loudspeaker(on: AudioContext): GainNode {
  if (!output) {
    output = on.createGain();
    output.connect(on.destination);
  }
  return output;
}

let rustle: AudioBuffer | null = null;

function noise(on: AudioContext): AudioBuffer {
  if (rustle) return rustle;
  rustle = on.createBuffer(1, on.sampleRate / 2, on.sampleRate);
  const samples = rustle.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return rustle;
}

/** A gain that rises at once and dies away. */
function dying(on: AudioContext, at: number, loud: number, lasts: number, rise = 0.004): GainNode {
  const gain = on.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + rise);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
  gain.connect(loudspeaker(on));
  return gain;
}

/** Paper: noise through a band that glides from one pitch to another. */
function paper(on: AudioContext, at: number, from: number, to: number, lasts: number, loud: number): void {
  const source = on.createBufferSource();
  source.buffer = noise(on);
  const band = on.createBiquadFilter();
  band.type = "bandpass";
  band.Q.value = 0.9;
  band.frequency.setValueAtTime(from, at);
  band.frequency.exponentialRampToValueAtTime(to, at + lasts);
  source.connect(band).connect(dying(on, at, loud, lasts, 0.012));
  source.start(at, Math.random() * 0.2, lasts);
}

/** Wood: a short knock, its pitch falling. */
function wood(on: AudioContext, at: number, pitch: number, loud: number): void {
  const tone = on.createOscillator();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch * 1.6, at);
  tone.frequency.exponentialRampToValueAtTime(pitch, at + 0.03);
  tone.connect(dying(on, at, loud, 0.09, 0.002));
  tone.start(at);
  tone.stop(at + 0.1);
}

/** A little bell: three partials that a struck bar has. */
function bell(on: AudioContext, at: number, pitch: number, loud: number, lasts = 1): void {
  for (const [partial, share, stays] of [
    [1, 1, 1],
    [2.76, 0.35, 0.5],
    [5.4, 0.12, 0.25],
  ]) {
    const tone = on.createOscillator();
    tone.frequency.value = pitch * partial;
    tone.connect(dying(on, at, loud * share, lasts * stays, 0.003));
    tone.start(at);
    tone.stop(at + lasts * stays + 0.02);
  }
}

/** A card of somebody else's on a pile. */
function knock(on: AudioContext, at: number, pitch: number): void {
  paper(on, at, 2600, 900, 0.12, 0.2);
  wood(on, at + 0.03, pitch, 0.14);
}

const C = 523.25,
  D = 587.33,
  E = 659.25,
  G = 783.99,
  A = 880,
  HIGH_C = 1046.5;

const SOUNDS: Record<SoundName, (on: AudioContext, at: number) => void> = {
  card: (on, at) => {
    paper(on, at, 2600, 900, 0.16, 0.36);
    wood(on, at + 0.06, 150, 0.1);
  },
  take: (on, at) => {
    for (let i = 0; i < 3; i++) paper(on, at + i * 0.07, 1500 + i * 500, 3000 + i * 300, 0.13, 0.26);
  },
  flip: (on, at) => paper(on, at, 1800, 4200, 0.11, 0.32),
  place: (on, at) => {
    paper(on, at, 3200, 1200, 0.07, 0.24);
    wood(on, at + 0.015, 210, 0.2);
  },
  pile1: (on, at) => knock(on, at, 150),
  pile2: (on, at) => knock(on, at, 235),
  pile3: (on, at) => knock(on, at, 370),
  bounce: (on, at) => {
    wood(on, at, 190, 0.2);
    wood(on, at + 0.09, 140, 0.16);
    wood(on, at + 0.16, 110, 0.1);
  },
  turn: (on, at) => wood(on, at, 420, 0.1),
  yourTurn: (on, at) => {
    bell(on, at, G, 0.09, 0.7);
    bell(on, at + 0.13, HIGH_C, 0.1, 1);
  },
  lastRound: (on, at) => [HIGH_C, HIGH_C, HIGH_C].forEach((pitch, i) => bell(on, at + i * 0.25, pitch, 0.07, 0.9)),
  win: (on, at) =>
    [C, E, G, HIGH_C, G, HIGH_C].forEach((pitch, i) => bell(on, at + i * 0.14, pitch, 0.1, i === 5 ? 1.8 : 0.8)),
  end: (on, at) => [G, E, C].forEach((pitch, i) => bell(on, at + i * 0.2, pitch, 0.08, 1.1)),
  tick: (on, at) => wood(on, at, 620, 0.13),
  go: (on, at) => {
    bell(on, at, A, 0.12, 1.1);
    wood(on, at, 300, 0.14);
  },
  begin: (on, at) => [C, G].forEach((pitch, i) => bell(on, at + i * 0.12, pitch, 0.08, 0.8)),
  sit: (on, at) => {
    wood(on, at, 260, 0.12);
    wood(on, at + 0.1, 330, 0.1);
  },
  away: (on, at) => {
    wood(on, at, 330, 0.12);
    wood(on, at + 0.1, 200, 0.12);
  },
  lost: (on, at) => [E, C].forEach((pitch, i) => bell(on, at + i * 0.16, pitch / 2, 0.08, 0.6)),
  back: (on, at) => [C, E].forEach((pitch, i) => bell(on, at + i * 0.16, pitch / 2, 0.08, 0.6)),
  chat: (on, at) => {
    bell(on, at, D * 2, 0.045, 0.3);
    wood(on, at + 0.05, 520, 0.06);
  },
};

/** Plays a sound; does nothing where sound is off or the page has had no user gesture yet. */
export function playSound(name: SoundName): void {
  if (!settings.sound || context?.state !== "running") return;
  // Ears hear squares: half the slider is a quarter of the amplitude.
  loudspeaker(context).gain.value = (settings.volume / 100) ** 2;
  SOUNDS[name](context, context.currentTime);
}
