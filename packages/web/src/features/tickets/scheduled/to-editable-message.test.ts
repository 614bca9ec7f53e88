import { expect, it } from 'vitest';
import { toEditableMessage } from './to-editable-message.ts';

it('goes on where it was to go, with everything that was written', () => {
  const written = {
    client_key: 'k',
    body: 'Oops',
    attachments: [],
    conversation_id: 7,
    choices: ['Yes', 'No'],
  };
  expect(toEditableMessage(written)).toEqual({
    kind: 'reply',
    body: 'Oops',
    attachments: [],
    conversation_id: 7,
    choices: ['Yes', 'No'],
  });
  const to = [{ name: '', address: 'a@mail.example' }];
  expect(
    toEditableMessage({ client_key: 'k', body: 'Oops', attachments: [], html: '<p>Oops</p>', to }),
  ).toMatchObject({
    letter: { html: '<p>Oops</p>', to, cc: [], bcc: [] },
  });
});
