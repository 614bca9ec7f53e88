// A check that finds no files passes as well, so each one must find a planted violation.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkArrows } from './arrows.mjs';
import { checkFolders } from './folders.mjs';
import { checkLinks } from './lib/checks/links.mjs';
import { checkStreams } from './lib/checks/owned-streams.mjs';
import { checkObjects } from './lib/checks/written-out.mjs';
import { checkTypes } from './lib/checks/written-types.mjs';
import { inRoot, root } from './lib/root.mjs';
import { runBin } from './lib/run.mjs';

const fixtures = inRoot('scripts/fixtures');
const planted = (folder) => fs.readdirSync(path.join(fixtures, folder));
const outputOf = (command) =>
  command.then(
    () => 'no complaint',
    (error) => error.output,
  );

describe('the arrows check', () => {
  it.each(planted('arrows'))('stops %s', (kind) => {
    expect(checkArrows(path.join(fixtures, 'arrows', kind)).complaints).toHaveLength(1);
  });

  it('finds the sources it is there for, and nothing wrong with them', { tags: 'full' }, () => {
    const { files, complaints } = checkArrows(root);
    expect(files).toBeGreaterThan(50);
    expect(complaints).toEqual([]);
  });

  it('refuses to be green over nothing', () => {
    expect(() => checkArrows(path.join(fixtures, 'arrows'))).toThrow(/ENOENT/);
  });
});

it('the check of objects stops a literal that is spread', () => {
  expect(checkObjects(path.join(fixtures, 'objects')).complaints).toHaveLength(1);
});

describe('the check of written types', () => {
  it.each(planted('written-types'))('stops %s', (kind) => {
    expect(checkTypes(path.join(fixtures, 'written-types', kind)).complaints).toHaveLength(1);
  });

  it('finds the sources it is there for, and nothing wrong with them', { tags: 'full' }, () => {
    const { files, complaints } = checkTypes(root);
    expect(files).toBeGreaterThan(50);
    expect(complaints).toEqual([]);
  });
});

describe('the check of folders', () => {
  const base = fs.mkdtempSync(path.join(os.tmpdir(), 'trunkline-'));
  const folder = path.join(base, 'packages/web/src');
  const write = (name) => fs.writeFileSync(path.join(folder, name), '');
  afterAll(() => fs.rmSync(base, { recursive: true }));

  it('stops the file that is one too many, whatever tests and texts stand beside it', () => {
    fs.mkdirSync(folder, { recursive: true });
    for (let n = 1; n <= 20; n++) write(`part-${n}.tsx`);
    for (const name of ['part-1.test.ts', 'texts.en.ts', 'texts.id.ts']) write(name);
    expect(checkFolders(base).complaints).toEqual([]);
    write('part.module.css');
    expect(checkFolders(base).complaints).toHaveLength(1);
  });

  it('finds the folders it is there for, and none too full', () => {
    const { folders, complaints } = checkFolders(root);
    expect(folders).toBeGreaterThan(100);
    expect(complaints).toEqual([]);
  });

  it('refuses to be green over nothing', () => {
    expect(() => checkFolders(fixtures)).toThrow(/No folders/);
  });
});

describe('the check of streams', () => {
  it.each(planted('streams'))('stops %s', (kind) => {
    expect(checkStreams(path.join(fixtures, 'streams', kind)).complaints).toHaveLength(1);
  });

  it('finds the sources it is there for, and nothing wrong with them', { tags: 'full' }, () => {
    const { files, complaints } = checkStreams(root);
    expect(files).toBeGreaterThan(50);
    expect(complaints).toEqual([]);
  });
});

describe('the check of links', () => {
  it('stops links to nowhere and files that are not there, save in what tells of its time', () => {
    expect(checkLinks(path.join(fixtures, 'links')).complaints).toEqual([
      'docs/guide.md links to gone.md, which is not there',
      'docs/guide.md links to other.md#what-is-not, which is not there',
      'docs/guide.md names gone-too.ts, which is not there',
    ]);
  });

  it('finds the documents it is there for, and nothing wrong with them', () => {
    const { documents, complaints } = checkLinks(root);
    expect(documents).toBeGreaterThan(20);
    expect(complaints).toEqual([]);
  });

  it('refuses to be green over nothing', () => {
    expect(() => checkLinks(path.join(fixtures, 'arrows'))).toThrow(/No documents/);
  });
});

describe('with our own configuration, in a folder that it does not ignore', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'trunkline-'));
  const at = (name) => path.join(folder, name);

  beforeAll(() => {
    for (const name of ['.oxlintrc.json', '.oxfmtrc.json']) fs.copyFileSync(inRoot(name), at(name));
    for (const name of ['lint', 'format'])
      fs.cpSync(path.join(fixtures, name), at(name), { recursive: true });
  });
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  it('the linter stops each file with the rule it is named after', async () => {
    const args = ['--type-aware', '--format=unix', '--config', at('.oxlintrc.json'), at('lint')];
    const complaints = (await outputOf(runBin('oxlint', args))).split('\n');
    for (const file of planted('lint')) {
      const own = complaints.filter((line) => line.includes(`/${file}:`)).join();
      expect(own).toContain(`(${path.basename(file, '.ts')})`);
    }
  });

  it('the format check stops a crooked file', async () => {
    const args = ['--check', '--config', at('.oxfmtrc.json'), at('format')];
    expect(await outputOf(runBin('oxfmt', args))).toContain('crooked.ts');
  });
});

it('the dead code check stops an unused export', async () => {
  const args = ['--no-progress', '--directory', path.join(fixtures, 'dead-code')];
  expect(await outputOf(runBin('knip', args))).toContain('unused');
});

it('the compiler stops a wrong type', async () => {
  expect(await outputOf(runBin('typescript', ['-p', path.join(fixtures, 'types')]))).toContain('TS2322');
});
