// The lab's worker for JavaScript libraries: speaks docs/protocol.md on stdin
// and stdout for the contender that its arguments name.

import { Session } from './lib/protocol.mjs';

// Imported when named: a contender's process holds no other library.
const CONTENDERS = {
  noble: () => import('./lib/noble.mjs'),
  'noble-secp256k1': () => import('./lib/noble_secp256k1.mjs'),
  elliptic: () => import('./lib/elliptic.mjs'),
  'tiny-secp256k1': () => import('./lib/tiny_secp256k1.mjs'),
  ox: () => import('./ox/ox.mjs'),
  'js-wasm': () => koblitz('wasm'),
  'js-native': () => koblitz('native'),
};

async function koblitz(kind) {
  const lib = await import('./lib/koblitz.mjs');
  return { contender: await lib.koblitz(kind) };
}
const USAGE = 'usage: node worker.mjs --contender NAME | --list';

/** Answers commands until `quit` or the end of the input; returns the exit status. */
async function serve(contender) {
  const session = new Session(contender);
  // A pipe's end may be split anywhere, in a line too.
  let rest = '';
  process.stdin.setEncoding('latin1');
  for await (const chunk of process.stdin) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      const reply = session.line(line);
      if (reply !== undefined) process.stdout.write(`${reply}\n`);
      if (session.done) return 0;
    }
  }
  if (rest !== '') {
    const reply = session.line(rest);
    if (reply !== undefined) process.stdout.write(`${reply}\n`);
  }
  if (session.pending) {
    process.stderr.write('worker-node: the input ended amid the rows of a load\n');
    return 1;
  }
  return 0;
}

function refuse(why) {
  process.stderr.write(`worker-node: ${why}\n`);
  return 2;
}

async function main([flag, name, ...rest]) {
  if (flag === '--list' && name === undefined) {
    process.stdout.write(Object.keys(CONTENDERS).join('\n') + '\n');
    return 0;
  }
  if (flag !== '--contender' || name === undefined || rest.length > 0) return refuse(USAGE);
  if (!Object.hasOwn(CONTENDERS, name)) return refuse(`no contender ${name}; --list names them`);
  const { contender } = await CONTENDERS[name]();
  return serve(contender());
}

process.exitCode = await main(process.argv.slice(2));
process.stdin.destroy();
