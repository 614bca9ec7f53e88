import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, defineConfig, type Plugin } from 'vite';
import { holdMusic } from './hold-music.ts';
import { withMetadata } from './model-metadata.ts';

const here = (place: string) => fileURLToPath(new URL(place, import.meta.url));
const resolve = { conditions: ['@trunkline/source', 'module', 'browser', 'development|production'] };
const target = ['chrome97', 'firefox104', 'safari15.4'];

/** What finds the person in a picture: program and model, from their packages, so that nothing is fetched from elsewhere. */
const ASSETS = [
  ['@mediapipe/tasks-vision', 'wasm/vision_wasm_internal.js'],
  ['@mediapipe/tasks-vision', 'wasm/vision_wasm_internal.wasm'],
] as const;

const MODEL = 'selfie_segmentation.tflite';

/** Backgrounds are for some calls only: a module beside the script, with its assets. */
function background(): Plugin {
  return {
    name: 'background',
    apply: 'build',
    async closeBundle() {
      await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        resolve: { ...resolve, alias: { 'livekit-client': here('src/background/quiet-logger.ts') } },
        build: {
          target,
          outDir: here('dist'),
          emptyOutDir: false,
          lib: {
            entry: here('src/background/background.ts'),
            formats: ['es'],
            fileName: () => 'background.js',
          },
        },
      });
      fs.mkdirSync(here('dist/background'), { recursive: true });
      for (const [name, file] of ASSETS) {
        fs.copyFileSync(path.join(folderOf(name), file), here(`dist/background/${path.basename(file)}`));
      }
      const model = fs.readFileSync(path.join(folderOf('@mediapipe/selfie_segmentation'), MODEL));
      fs.writeFileSync(here(`dist/background/${MODEL}`), withMetadata(model));
    },
  };
}

/** What callers on hold hear lies beside the script, so that every page of a call finds it. */
function music(): Plugin {
  return {
    name: 'hold-music',
    apply: 'build',
    closeBundle: () => fs.writeFileSync(here('dist/hold-music.wav'), holdMusic()),
  };
}

/** These packages show no file of theirs by name, so their main one says where they are. */
function folderOf(name: string): string {
  const main = createRequire(import.meta.url).resolve(name);
  return main.slice(0, main.lastIndexOf(path.normalize(name)) + name.length);
}

/** One plain script: the call library adds it to whatever page it runs on, with a script tag. */
export default defineConfig({
  root: here('.'),
  publicDir: false,
  plugins: [background(), music()],
  resolve,
  build: {
    target,
    outDir: here('dist'),
    emptyOutDir: true,
    lib: {
      entry: here('src/main.ts'),
      formats: ['iife'],
      name: 'trunklineCallEngine',
      fileName: () => 'call-engine.js',
    },
  },
});
