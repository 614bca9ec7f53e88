import type { BrowserDevices } from './devices/capture.ts';
import type { Processors } from './input-settings/processors.ts';
import type { SharedTracks } from './join/call-settings.ts';
import type { Transport, TransportEvents } from './transport/transport.ts';

/** What the engine needs from the page on which it runs. */
export type EnginePage = {
  devices: BrowserDevices | undefined;
  fetch: typeof fetch;
  newId: () => string;
  /** Tracks that the application has provided beside the messages. */
  shared: () => SharedTracks;
  processors: Processors;
  /** Heights at which videos are shown, by track id. */
  heights: () => Map<string, number>;
  createTransport: (events: TransportEvents) => Transport;
};
