import { Engine } from './engine.ts';
import { processorsFrom } from './input-settings/processors.ts';
import type { SharedTracks } from './join/call-settings.ts';
import { homeOriginOf } from './join/home-origin.ts';
import { shownVideoHeights } from './receive-settings/tile-sizes.ts';
import type { EngineState } from './state.ts';
import { LiveKitTransport } from './transport/livekit.ts';
import { createWire, isEngineRequest } from './wire.ts';

type Instance = {
  tracks?: SharedTracks;
  callMachine?: { reset: () => void; store: { getState: () => EngineState } };
};

declare global {
  interface Window {
    /** The global object that the call library shares with this script. */
    _daily?: { pendings: string[]; instances: Record<string, Instance | undefined> };
  }
}

// Only available while the script first runs; undefined where the library evaluates its text.
const HOME = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : undefined;

/** Attaches an engine to every instance that waits; the library loads this script once and lists them. */
function attachAll(): void {
  // oxlint-disable-next-line no-underscore-dangle -- the library's name for it
  const meeting = window._daily;
  if (!meeting) return;
  for (const id of meeting.pendings.splice(0)) attach(meeting, id);
}

function attach(meeting: NonNullable<Window['_daily']>, id: string): void {
  const instance = meeting.instances[id];
  if (!instance) return;
  const origin = window.location.protocol === 'file:' ? '*' : window.location.origin;
  const wire = createWire(id, window, origin);
  let said: string | undefined;
  const engine = new Engine(wire, {
    devices: navigator.mediaDevices,
    fetch: window.fetch.bind(window),
    newId: () => crypto.randomUUID(),
    shared: () => meeting.instances[id]?.tracks ?? {},
    processors: processorsFrom(() => HOME ?? said),
    heights: () => shownVideoHeights(document, window.devicePixelRatio),
    createTransport: (events) => new LiveKitTransport(events),
  });
  instance.callMachine = {
    reset: () => engine.reset(),
    store: { getState: () => engine.state },
  };
  const listen = ({ data, source }: MessageEvent) => {
    // The instance was destroyed without a message, so its listener is removed here.
    if (!meeting.instances[id]) return window.removeEventListener('message', listen);
    if (source !== window || !isEngineRequest(data, id)) return;
    said = homeOriginOf(data, window.location.href) ?? said;
    void engine.handle(data);
  };
  window.addEventListener('message', listen);
  wire.post({ action: 'loaded' });
}

attachAll();
