import { chromium, type Browser, type BrowserServer, type Page } from 'playwright/test';
import type { AmiMessage } from '../../../packages/server/src/modules/telephony/ami/message.ts';
import { openAmi } from '../../../packages/server/src/modules/telephony/ami/session.ts';
import type { Gateway } from '../../../packages/server/test/telephony/asterisk.ts';
import { CHROMIUM_FLAGS, findChromium } from '../chromium.ts';
import type { ScreenVariant } from '../screen-variants.ts';
import { goReady, openAs } from '../people.ts';

/** Extensions of the demo workspace for which the gateway has no desk phones. */
const AGENTS = { agent1: '201', agent2: '202' } as const;

const OPTIONS = {
  executablePath: findChromium(),
  args: [
    ...CHROMIUM_FLAGS,
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    '--autoplay-policy=no-user-gesture-required',
    '--allow-loopback-in-peer-connection',
  ],
};

/** Launches a browser with a microphone that beeps, restricted to this machine's own network. */
export const launchPhone = (): Promise<Browser> => chromium.launch(OPTIONS);

/** Launches a browser that can be killed, as when a machine hangs. */
export async function launchKillable(): Promise<{ browser: Browser; kill: BrowserServer['kill'] }> {
  const server = await chromium.launchServer(OPTIONS);
  return { browser: await chromium.connect(server.wsEndpoint()), kill: () => server.kill() };
}

/** Records the gateway's events from now on. */
export async function recordGatewayEvents(gateway: Gateway) {
  const told: AmiMessage[] = [];
  const { signal } = new AbortController();
  const session = await openAmi(gateway.ami, { onEvent: (event) => void told.push(event), signal });
  return {
    close: () => session.close(),
    /** Returns the values under a key of all events with this name. */
    of: (name: string, key: string) =>
      told.filter((event) => event.get('Event') === name).map((event) => event.get(key)),
  };
}

/** Connects the gateway on the settings page, as an administrator does. */
export async function connectGateway(
  page: Page,
  gateway: Gateway,
  { after_call_seconds = 0 } = {},
): Promise<void> {
  const { data } = await (await page.request.get('/api/reference')).json();
  const { host, port, isTls, username, secret } = gateway.ami;
  const answer = await page.request.post('/api/phone/gateways', {
    data: {
      name: 'Head office',
      department_id: data.departments[0].id,
      is_active: true,
      after_call_seconds,
      host,
      port,
      is_tls: isTls,
      username,
      secret,
      ws_url: gateway.wsUrl,
      media_address: '127.0.0.1',
    },
  });
  if (!answer.ok()) throw new Error(await answer.text());
  for (const extension of Object.values(AGENTS)) {
    const phone = `PJSIP/${extension}`;
    await gateway.cli(
      `queue add member ${phone} to sales penalty 0 as ${extension} state_interface ${phone}`,
    );
  }
}

/** Opens an agent's page with its phone registered, as a member of a queue. */
export async function phoneOf(
  browser: Browser,
  url: string,
  agent: keyof typeof AGENTS,
  { gateway, queue = 'sales', look }: { gateway: Gateway; queue?: string; look?: ScreenVariant },
) {
  const phone = `PJSIP/${AGENTS[agent]}`;
  await gateway.cli(
    `queue add member ${phone} to ${queue} penalty 0 as ${AGENTS[agent]} state_interface ${phone}`,
  );
  const page = await openAs(browser, url, agent, look?.context);
  if (look) await page.request.patch('/api/user', { data: { language: look.language, theme: 'system' } });
  await openRegisteredPhone(page);
  await goReady(page);
  await waitUntilAvailable(gateway, AGENTS[agent], queue);
  return page;
}

/** Opens the page, waits for its phone to be registered, and speaks this tone where one is given. */
export async function openRegisteredPhone(page: Page, hertz?: number): Promise<void> {
  await page.addInitScript(countVoices);
  if (hertz !== undefined) await page.addInitScript(useToneAsMicrophone, hertz);
  await page.reload();
  const ready = page.locator('button[data-line="ready"]');
  // On a busy machine the server may still count the page's previous connection as another tab.
  const another = page.getByRole('button', { name: /^(?:Use this tab|Gunakan tab ini)$/ });
  await ready.or(another).first().waitFor();
  if (await another.isVisible()) await another.click();
  await ready.waitFor();
}

/** Runs in the page: replaces the microphone by a tone, and leaves the camera. */
export function useToneAsMicrophone(hertz: number): void {
  const own = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    const seen = wanted?.video ? (await own({ video: wanted.video })).getTracks() : [];
    const context = new AudioContext();
    const mouth = context.createMediaStreamDestination();
    const tone = new OscillatorNode(context, { frequency: hertz });
    tone.connect(mouth);
    tone.start();
    return new MediaStream([...(wanted?.audio ? mouth.stream.getTracks() : []), ...seen]);
  };
}

/** Waits until the queue counts this phone as available. */
export async function waitUntilAvailable(
  gateway: Gateway,
  extension: string,
  queue = 'sales',
): Promise<void> {
  for (;;) {
    const members = await gateway.cli(`queue show ${queue}`);
    if (new RegExp(`${extension}.*\\(Not in use\\)`).test(members)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Keeps the page's peer connections, so that their traffic can be measured. */
function countVoices(): void {
  const all: RTCPeerConnection[] = [];
  const Own = globalThis.RTCPeerConnection;
  globalThis.RTCPeerConnection = class extends Own {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      all.push(this);
    }
  };
  Object.assign(globalThis, { voices: all });
}

/** Returns the packets of the newest connection in both directions, and the energy received and sent. */
export const voiceStatistics = (page: Page) =>
  page.evaluate(async () => {
    const connection = (globalThis as unknown as { voices: RTCPeerConnection[] }).voices.at(-1);
    let [received, sent, energy, spoken] = [0, 0, 0, 0];
    for (const entry of (await connection?.getStats())?.values() ?? []) {
      if (entry.type === 'inbound-rtp') [received, energy] = [entry.packetsReceived, entry.totalAudioEnergy];
      if (entry.type === 'outbound-rtp') sent = entry.packetsSent;
      if (entry.type === 'media-source') spoken = entry.totalAudioEnergy;
    }
    return { received, sent, energy, spoken };
  });

/**
 * Returns the levels of some tones in what this page receives over a connection, the newest by default, in decibels (0
 * is the loudest possible).
 */
export const receivedToneLevels = (page: Page, hertz: readonly number[], at = -1) =>
  page.evaluate(
    async ([wanted, which]) => {
      const connection = (globalThis as unknown as { voices: RTCPeerConnection[] }).voices.at(which);
      const track = connection?.getReceivers()[0]?.track;
      if (!track) return wanted.map(() => -Infinity);
      const context = new AudioContext({ sampleRate: 8000 });
      const analyser = new AnalyserNode(context, { fftSize: 2048, smoothingTimeConstant: 0.5 });
      context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
      await new Promise((resolve) => void setTimeout(resolve, 600));
      const bins = new Float32Array(analyser.frequencyBinCount);
      analyser.getFloatFrequencyData(bins);
      await context.close();
      return wanted.map((each) =>
        Math.max(...bins.slice(Math.round(each / 3.90625) - 2, Math.round(each / 3.90625) + 3)),
      );
    },
    [hertz, at] as const,
  );
