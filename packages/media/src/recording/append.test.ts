import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { appendTo } from './append.ts';

let folder: string;
beforeEach(async () => void (folder = await fs.mkdtemp(path.join(os.tmpdir(), 'trunkline-append-'))));
afterEach(async () => {
  vi.restoreAllMocks();
  await fs.rm(folder, { recursive: true, force: true });
});

const file = () => path.join(folder, 'part.webm');
const text = () => fs.readFile(file(), 'utf8');
const bytes = (word: string) => new Uint8Array(Buffer.from(word));

test('chunks are written to the file in order, soon, even if no more follow', async () => {
  const writer = appendTo(file()).getWriter();
  for (const word of ['one ', 'two ', 'three']) await writer.write(bytes(word));
  await expect.poll(text, { timeout: 5000 }).toBe('one two three');
  await writer.write(bytes('.'));
  await writer.close();
  expect(await text()).toBe('one two three.');
});

test('much is written at once', async () => {
  const writer = appendTo(file()).getWriter();
  await writer.write(new Uint8Array(100_000));
  expect((await fs.stat(file())).size).toBe(100_000);
  await writer.close();
});

test('a file that is there already is left as it is', async () => {
  await fs.writeFile(file(), 'of somebody else');
  const writer = appendTo(file()).getWriter();
  await expect(writer.write(bytes('mine'))).rejects.toThrow(/EEXIST/);
  expect(await text()).toBe('of somebody else');
});

test('a full disk is reported with the next chunk, however small', async () => {
  const open = fs.open.bind(fs);
  vi.spyOn(fs, 'open').mockImplementation(async (...args) => {
    const handle = await open(...args);
    vi.spyOn(handle, 'appendFile').mockRejectedValue(new Error('ENOSPC: no space left on device'));
    return handle;
  });
  const writer = appendTo(file()).getWriter();
  await writer.write(bytes('a'));
  const next = async () => writer.write(bytes('b')).then(() => 'taken', String);
  await expect.poll(next, { timeout: 5000 }).toMatch(/no space left/);
});
