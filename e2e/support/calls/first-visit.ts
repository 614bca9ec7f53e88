import { chromium, type Browser, type BrowserContext } from 'playwright/test';
import { CALL_FLAGS } from './calls.ts';
import { findChromium } from '../chromium.ts';

/** How long a person takes to answer the permission prompt. */
const ANSWERED_AFTER_MS = 700;

/** A browser's permission prompt for camera and microphone. */
type DeviceQuestion = {
  /** Allows; until then the prompt is open. */
  allow: () => Promise<void>;
  /** Denies. */
  refuse: () => void;
  /** Whether a page has asked. */
  hasAsked: () => boolean;
  /** The ICE addresses that the browser has sent to the media server so far. */
  addresses: string[];
};

const questions = new WeakMap<BrowserContext, DeviceQuestion & { isLeft: boolean }>();

/** Launches a browser as of a first-time caller: camera and microphone are allowed only after the page asks, and a moment later. */
export async function launchFirstTimeCallers(flags: string[] = []): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [...CALL_FLAGS, ...flags],
  });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    questions.set(context, await watchQuestion(context));
    return context;
  };
  return browser;
}

/** Leaves the permission prompt to the test from now on. */
export function controlDevicePrompt(context: BrowserContext): DeviceQuestion {
  const question = questions.get(context);
  if (!question) throw new Error('this browser was not launched for callers');
  question.isLeft = true;
  return question;
}

/**
 * Makes a page wait when it asks for camera or microphone, because a headless browser shows no prompt. Until then the
 * browser hides local addresses, as it does from pages without permission.
 */
async function watchQuestion(context: BrowserContext): Promise<DeviceQuestion & { isLeft: boolean }> {
  const addresses: string[] = [];
  let isAsked = false;
  let answer = (_isAllowed: boolean) => undefined as void;
  const answered = new Promise<boolean>((resolve) => (answer = resolve));
  const question = {
    isLeft: false,
    addresses,
    hasAsked: () => isAsked,
    async allow() {
      await context.grantPermissions(['microphone', 'camera']);
      answer(true);
    },
    refuse: () => answer(false),
  };
  await context.exposeBinding('askForDevices', async () => {
    if (!isAsked && !question.isLeft)
      setTimeout(() => void question.allow().catch(() => undefined), ANSWERED_AFTER_MS);
    isAsked = true;
    return answered;
  });
  await context.exposeBinding('nameAddress', (_source, address: string) => void addresses.push(address));
  await context.addInitScript(watchDevices);
  return question;
}

type DeviceQuestionBinding = {
  askForDevices: () => Promise<boolean>;
  nameAddress: (address: string) => Promise<void>;
};

/** Runs in the page. */
function watchDevices(): void {
  const told = window as unknown as DeviceQuestionBinding;
  // Missing on pages without HTTPS.
  const { mediaDevices } = navigator as { mediaDevices: MediaDevices | undefined };
  if (!mediaDevices) return;
  const get = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async (wanted) => {
    if (!(await told.askForDevices())) throw new DOMException('Permission denied', 'NotAllowedError');
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
