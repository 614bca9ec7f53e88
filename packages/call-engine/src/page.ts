import type { Devices } from './devices/capture.ts';
import type { Processors } from './input-settings/processors.ts';
import type { SharedTracks } from './join/call-settings.ts';
import type { Transport, TransportEvents } from './transport/transport.ts';

/** What the engine needs of the page that it runs on. */
export type Page = {
  devices: Devices | undefined;
  fetch: typeof fetch;
  newId: () => string;
  /** What the application has laid out for us beside the messages. */
  shared: () => SharedTracks;
  processors: Processors;
  /** How high pictures are shown, by their tracks' ids. */
  heights: () => Map<string, number>;
  createTransport: (events: TransportEvents) => Transport;
};
