import type { Language, VisitorMessage } from '@trunkline/contract';

const TEXTS = {
  en: { subject: 'Your conversation with', you: 'You', intro: 'This is what was written:' },
  id: { subject: 'Percakapan Anda dengan', you: 'Anda', intro: 'Berikut isi percakapan:' },
};

/** A conversation as a mail, plain text: nothing in it is interpreted. */
export function transcriptMail(
  to: string,
  messages: readonly VisitorMessage[],
  { organisation, language }: { organisation: string; language: Language },
) {
  const texts = TEXTS[language];
  const lines = messages.map((message) => {
    const author = message.from === 'visitor' ? texts.you : message.author;
    const files = message.attachments.map((file) => `[${file.name}]`).join(' ');
    return `${message.created_at.slice(0, 16).replace('T', ' ')}  ${author}: ${[message.body, files].filter(Boolean).join(' ')}`;
  });
  return { to, subject: `${texts.subject} ${organisation}`, text: `${texts.intro}\n\n${lines.join('\n')}\n` };
}
