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

const NOISE = '@sapphi-red/web-noise-suppressor';

/** What the processors need beside their module: from packages, so that nothing is fetched from elsewhere. */
const ASSETS = {
  background: [
    ['@mediapipe/tasks-vision', 'wasm/vision_wasm_internal.js', 'vision_wasm_internal.js'],
    ['@mediapipe/tasks-vision', 'wasm/vision_wasm_internal.wasm', 'vision_wasm_internal.wasm'],
  ],
  noise: [
    [NOISE, 'dist/gtcrn.wasm', 'gtcrn.wasm'],
    [NOISE, 'dist/gtcrn/workletProcessor.js', 'gtcrn-worklet.js'],
  ],
} as const;

const MODEL = 'selfie_segmentation.tflite';

/** Backgrounds and quiet are for some calls only: a module beside the script, with its assets. */
function processor(name: keyof typeof ASSETS): Plugin {
  return {
    name,
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
            entry: here(`src/${name}/${name}.ts`),
            formats: ['es'],
            fileName: () => `${name}.js`,
          },
        },
      });
      fs.mkdirSync(here(`dist/${name}`), { recursive: true });
      for (const [from, file, to] of ASSETS[name]) {
        fs.copyFileSync(path.join(folderOf(from), file), here(`dist/${name}/${to}`));
      }
    },
  };
}

/** What finds the person in a picture wants to be told about its pictures. */
function model(): Plugin {
  return {
    name: 'model',
    apply: 'build',
    closeBundle() {
      const found = fs.readFileSync(path.join(folderOf('@mediapipe/selfie_segmentation'), MODEL));
      fs.mkdirSync(here('dist/background'), { recursive: true });
      fs.writeFileSync(here(`dist/background/${MODEL}`), withMetadata(found));
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
  plugins: [processor('background'), model(), processor('noise'), music()],
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
