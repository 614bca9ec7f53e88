import type { BrowserContext, Page } from 'playwright/test';
import { CALL_FLAGS } from './calls.ts';

/** A camera and a microphone that are allowed only when somebody has said yes. */
export const FIRST_VISIT_FLAGS = CALL_FLAGS.filter((flag) => flag !== '--use-fake-ui-for-media-stream');

export type FirstVisit = {
  /** Somebody says yes to the question of the browser, which stands until then. */
  allow: () => Promise<void>;
  /** Whether the page has asked for camera or microphone. */
  hasAsked: () => boolean;
  /** The addresses that its browser has named to the media server so far. */
  addresses: string[];
};

/**
 * Lets a page wait for an answer when it asks for camera or microphone: a browser without a window has nobody to ask. Until then the
 * browser hides addresses, as from every page that may not use them. It must have been launched with FIRST_VISIT_FLAGS.
 */
export async function asFirstVisit(context: BrowserContext, page: Page): Promise<FirstVisit> {
  const addresses: string[] = [];
  let isAsked = false;
  let answer = () => undefined as void;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await context.exposeBinding('askForDevices', () => {
    isAsked = true;
    return answered;
  });
  await context.exposeBinding('nameAddress', (_source, address: string) => void addresses.push(address));
  await page.addInitScript(watchDevices);
  return {
    addresses,
    hasAsked: () => isAsked,
    async allow() {
      await context.grantPermissions(['microphone', 'camera']);
      answer();
    },
  };
}

type Told = { askForDevices: () => Promise<void>; nameAddress: (address: string) => Promise<void> };

/** In the page. */
function watchDevices(): void {
  const told = window as unknown as Told;
  const { mediaDevices } = navigator;
  const get = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async (wanted) => {
    await told.askForDevices();
    return get(wanted);
  };
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(settings?: RTCConfiguration) {
      super(settings);
      this.addEventListener('icecandidate', ({ candidate }) => {
        if (candidate?.address) void told.nameAddress(candidate.address);
      });
    }
  };
}
