import { afterEach, expect, test, vi } from 'vitest';
import { Embedding, type JoinOptions } from './embedding.ts';

const ORIGIN = 'https://shop.example.test';

/** The page in the frame, with messages as the library's `createFrame` sends them. */
function framed() {
  let hear: (event: object) => void = () => undefined;
  const parent = {};
  vi.stubGlobal('window', {
    parent,
    addEventListener: (_name: string, heard: typeof hear) => void (hear = heard),
  });
  const post = vi.fn();
  const embedding = new Embedding({ id: 'outside', origin: ORIGIN, post });
  const sendFromPage = (message: object) =>
    hear({
      source: parent,
      origin: ORIGIN,
      data: { what: 'iframe-call-message', from: 'module', callClientId: 'outside', ...message },
    });
  const sentMessages = () => post.mock.calls.map(([message]) => message as Record<string, unknown>);
  return { embedding, sendFromPage, sentMessages };
}

afterEach(() => void vi.unstubAllGlobals());

test('a site’s request to join that comes before the page has loaded is handled once, when it has', () => {
  const { embedding, sendFromPage } = framed();
  const heard: JoinOptions[] = [];
  sendFromPage({ action: 'join-meeting', properties: { userName: 'Joko', startVideoOff: true } });
  embedding.follow(
    (wish) => void heard.push(wish),
    () => undefined,
  );
  embedding.follow(
    (wish) => void heard.push(wish),
    () => undefined,
  );
  expect(heard).toEqual([{ userName: 'Joko', startAudioOff: false, startVideoOff: true }]);
});

test('a site reads which panel is open beside the call, opens another one, and is notified when people open one', () => {
  const { embedding, sendFromPage, sentMessages } = framed();
  const ask = () => {
    sendFromPage({ action: 'get-sidebar-view', callbackStamp: 's' });
    return sentMessages().at(-1);
  };
  expect(ask()).toMatchObject({ action: 'answer', callbackStamp: 's', view: null });
  embedding.followView((view) => embedding.shows(view));
  sendFromPage({ action: 'set-sidebar-view', view: 'chat' });
  expect(sentMessages().at(-1)).toMatchObject({ action: 'sidebar-view-changed', view: 'chat' });
  expect(ask()).toMatchObject({ view: 'chat' });
  sendFromPage({ action: 'set-sidebar-view', view: null });
  expect(ask()).toMatchObject({ view: null });
});

test('an option of the frame that this page does not support is refused by name', () => {
  const { sendFromPage, sentMessages } = framed();
  sendFromPage({
    action: 'iframe-launch-config',
    url: 'https://desk.example.test/rooms/one',
    customTrayButtons: {},
  });
  expect(sentMessages().slice(-2)).toMatchObject([
    { action: 'loaded' },
    {
      action: 'nonfatal-error',
      type: 'not-available',
      errorMsg: expect.stringContaining('customTrayButtons') as string,
    },
  ]);
});
