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

/** Files that the processors need beside their modules, taken from npm packages so that nothing is fetched from elsewhere. */
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

/** Builds a processor as a module of its own beside the script, because only some calls use it. */
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

/** Adds the metadata that the segmentation model lacks. */
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

/** Writes the hold music beside the script, where every call page finds it. */
function music(): Plugin {
  return {
    name: 'hold-music',
    apply: 'build',
    closeBundle: () => fs.writeFileSync(here('dist/hold-music.wav'), holdMusic()),
  };
}

/** Returns a package's folder from its main file, because these packages do not export package.json. */
function folderOf(name: string): string {
  const main = createRequire(import.meta.url).resolve(name);
  return main.slice(0, main.lastIndexOf(path.normalize(name)) + name.length);
}

/** Builds one plain script, which the call library adds to any page by a script tag. */
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
