import type { Language, Message, VisitorMessage } from '@trunkline/contract';

const TEXTS = {
  en: {
    subject: 'Your conversation with',
    you: 'You',
    intro: 'This is the transcript of your conversation:',
    hello: 'Hello',
    answer: 'Reply from',
    away: 'Come back to the chat on our site to write to us again.',
  },
  id: {
    subject: 'Percakapan Anda dengan',
    you: 'Anda',
    intro: 'Berikut transkrip percakapan Anda:',
    hello: 'Halo',
    answer: 'Balasan dari',
    away: 'Buka kembali obrolan di situs kami untuk menulis kepada kami lagi.',
  },
};

/** The mail with a conversation. Plain text, so nothing in it can be interpreted. */
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

/** The mail with an answer to a visitor who has left the chat. */
export function answerMail(
  visitor: { name: string; email: string; language: Language },
  message: Pick<Message, 'body' | 'author' | 'attachments'>,
  organisation: string,
) {
  const texts = TEXTS[visitor.language];
  const files = message.attachments.map((file) => `[${file.name}]`).join(' ');
  const text = [
    `${texts.hello} ${visitor.name},`,
    [message.body, files].filter(Boolean).join('\n'),
    message.author.name,
    texts.away,
  ];
  return { to: visitor.email, subject: `${texts.answer} ${organisation}`, text: `${text.join('\n\n')}\n` };
}
