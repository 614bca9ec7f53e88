import type { BrowserContext, Page } from 'playwright/test';

export type FirstVisit = {
  /** Somebody says yes to the question of the browser, which stands until then. */
  allow: () => void;
  /** Whether the page has asked for camera or microphone. */
  hasAsked: () => boolean;
  /** The addresses that its browser has named to the media server so far. */
  addresses: string[];
};

/**
 * Lets a page wait for an answer when it asks for camera or microphone, which a browser without a window gives at once.
 * Until then its browser hides addresses, as from every page that may not use them.
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
    allow: () => answer(),
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
