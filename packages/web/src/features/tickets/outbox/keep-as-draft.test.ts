import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readStored } from '#shared/lib/stored.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { ticketKeys } from '../api.ts';
import { forwardRequest } from '../mail/forwarding/forward-request.ts';
import { keepAsDraft } from './keep-as-draft.ts';
import { readLocalDraft } from './local-drafts.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  forwardRequest.set(null);
  queryClient.clear();
});

const whose = { userId: 1, ticketId: 7 };
const reply = { kind: 'reply', attachments: [] } as const;
const draft = () => readLocalDraft({ ...whose, kind: 'reply' });

it('keeps what was taken back behind what has been written since', () => {
  queryClient.setQueryData(ticketKeys.one(7), { drafts: [{ kind: 'reply', body: 'New', attachments: [] }] });
  keepAsDraft(whose, { ...reply, body: 'Old', attachments: [] });
  expect(draft()?.body).toBe('New\n\nOld');
  keepAsDraft(whose, { ...reply, body: 'Oldest', attachments: [] });
  expect(draft()?.body).toBe('New\n\nOld\n\nOldest');
});

it('keeps whom an e-mail was to, and asks again for one that was to be forwarded', () => {
  const letter = { html: '<p>Hi</p>', to: [{ name: '', address: 'a@mail.example' }], cc: [], bcc: [] };
  keepAsDraft(whose, { ...reply, body: 'Hi', attachments: [], letter });
  expect(draft()?.body).toBe('<p>Hi</p>');
  expect(readStored('mail-to.1.7')).toEqual({ to: letter.to, cc: [], bcc: [] });
  const message = { ...reply, body: '', attachments: [], letter, forwards: { message_id: 3, file_ids: [] } };
  keepAsDraft(whose, message);
  expect(forwardRequest.get()).toEqual({ ticketId: 7, messageId: 3, written: message });
});
