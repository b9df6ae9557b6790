/**
 * Preloaded into the editor's server. The workbench keeps secrets in the browser, sealed with a key of which the server
 * has one half. It requests that half with `POST /mint-key`, which this server leaves to a program in front of it.
 * Without an answer, secrets last only until the window is reloaded.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { basename, join } from 'node:path';

// Forked processes inherit --import.
if (basename(process.argv[1] ?? '') === 'server-main.js') {
  const dataDir = process.argv[process.argv.indexOf('--server-data-dir') + 1];
  if (!dataDir) throw new Error('mintKey.mjs: server-main.js was started without --server-data-dir.');
  answerMintKey(keyHalf(join(dataDir, 'mint-key')));
}

/** 256 random bits, the same as long as the data folder exists. @param {string} file */
function keyHalf(file) {
  try {
    writeFileSync(file, randomBytes(32), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
  }
  return readFileSync(file);
}

/** Answers that one request before it reaches the server's own listener. @param {Buffer} key */
function answerMintKey(key) {
  const { createServer } = http;
  /** @param {http.RequestListener} listener */
  const withMintKey = listener =>
    createServer((request, response) => {
      if (request.method === 'POST' && request.url === '/mint-key') response.end(key);
      else listener(request, response);
    });
  http.createServer = /** @type {typeof http.createServer} */ (withMintKey);
  syncBuiltinESMExports();
}
