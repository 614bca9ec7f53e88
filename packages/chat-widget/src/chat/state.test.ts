import type { VisitorChat } from '@trunkline/contract';
import { describe, expect, it } from 'vitest';
import {
  initialState,
  knownValues,
  NO_CHAT,
  screenOf,
  type WidgetResponse,
  type ChatState,
} from './state.ts';

const settings: WidgetResponse = {
  color: '#0f766e',
  position: 'right',
  title: { en: 'Shop', id: 'Toko' },
  greeting: { en: 'Hi', id: 'Hai' },
  default_language: 'en',
  calls: { voice: true, video: true },
  pre_chat: [{ field: 'name', required: true }],
  organisation: 'Shop',
  logo: null,
  is_online: true,
  can_mail: false,
  max_file_bytes: 1000,
};
const ready: ChatState = { ...initialState('en'), load: { status: 'ready' }, settings };
const chat = (status: VisitorChat['status']): VisitorChat => ({ ...NO_CHAT, status });
const away = { ...settings, is_online: false };
const asked = { ...settings, pre_chat: [] };

describe('the screen', () => {
  it.each<[string, Partial<ChatState>, ReturnType<typeof screenOf>]>([
    ['before anything is known', { load: { status: 'loading' } }, 'loading'],
    ['when it could not be loaded', { load: { status: 'failed', problem: 'offline' } }, 'failed'],
    ['for a new visitor', {}, 'form'],
    ['when nothing is asked', { settings: asked }, 'conversation'],
    ['when nobody is there', { settings: away }, 'offline-form'],
    [
      'when nobody is there and nothing is asked',
      { settings: { ...asked, is_online: false } },
      'offline-form',
    ],
    ['in the queue', { chat: chat('waiting') }, 'conversation'],
    ['in a chat', { chat: chat('active') }, 'conversation'],
    ['in a chat whose agents have gone home', { chat: chat('active'), settings: away }, 'conversation'],
    ['after it', { chat: chat('ended') }, 'ended'],
    ['after its case was solved', { chat: { ...chat('ended'), goes_on: true } }, 'conversation'],
    [
      'after its case was solved, when nobody is there',
      { chat: { ...chat('ended'), goes_on: true }, settings: away },
      'conversation',
    ],
    ['when writing again', { chat: chat('ended'), isStartingAgain: true }, 'conversation'],
    [
      'when writing again to nobody',
      { chat: chat('ended'), isStartingAgain: true, settings: away },
      'offline-form',
    ],
    ['when a message was left', { chat: chat('ended'), hasLeftMessage: true }, 'left'],
    ['when a left message is taken up', { chat: chat('active'), hasLeftMessage: true }, 'conversation'],
  ])('%s', (_, change, screen) => {
    expect(screenOf({ ...ready, ...change })).toBe(screen);
  });
});

it('what was just typed into one form is in the next, before what we were told earlier', () => {
  const told = { ...NO_CHAT, visitor: { name: 'Putri', email: 'putri@shop.example' } };
  expect(knownValues({ ...ready, chat: told })).toEqual({ name: 'Putri', email: 'putri@shop.example' });
  expect(
    knownValues({ ...ready, chat: told, typed: { name: 'Putri A.', question: 'Where is it?' } }),
  ).toEqual({
    name: 'Putri A.',
    email: 'putri@shop.example',
    question: 'Where is it?',
  });
  expect(knownValues(ready)).toEqual({});
});
