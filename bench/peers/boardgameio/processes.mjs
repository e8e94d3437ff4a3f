// Processor time and memory of the processes under load.

import { readFileSync, readdirSync } from 'node:fs';

/** Fields of /proc/PID/stat from the state on: the command's name stands in brackets and may hold spaces. */
function stat(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  } catch {
    return null; // it has just ended
  }
}

/** Processor seconds of processes, `PID,PID`, user and system; `PID*` with its children, those that have ended, too. */
export function processorSeconds(pids) {
  let ticks = 0;
  for (const word of pids.split(',')) {
    const [pid, children] = [word.replace('*', ''), word.endsWith('*')];
    const own = stat(pid);
    ticks += Number(own[11]) + Number(own[12]) + (children ? Number(own[13]) + Number(own[14]) : 0);
    if (!children) continue;
    for (const other of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      const fields = stat(other);
      if (fields?.[1] === pid) ticks += Number(fields[11]) + Number(fields[12]);
    }
  }
  return ticks / 100;
}

/** Processor seconds and resident megabytes of the server; nothing without its PID. */
export function server(pid) {
  if (!pid) return { cpu: NaN, rss: NaN };
  const rss = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1];
  return { cpu: processorSeconds(pid), rss: Number(rss) / 1024 };
}

/** Of each group, `NAME=PIDS`, the processor seconds by its name. */
export function groups(words) {
  return Object.fromEntries(words.map((word) => word.split('=')).map(([name, pids]) => [name, processorSeconds(pids)]));
}

/** What each group has used between two of these. */
export function difference(after, before) {
  return Object.fromEntries(Object.keys(after).map((name) => [name, Number((after[name] - before[name]).toFixed(2))]));
}
