import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RichText } from '../conversation/field/rich-text.tsx';
import classes from './email/email.module.css';
import { foldQuote } from './quotes.ts';

/** A mail without HTML, as its text; what it quotes at its end is folded away. */
export function MailText({ body }: { body: string }) {
  const { t } = useTranslation('tickets/mail');
  const [isWhole, setWhole] = useState(false);
  const { text, quoted } = foldQuote(body);
  if (body.trim() === '') return null;
  return (
    <>
      <div className={classes['text']} dir="auto">
        <RichText>{isWhole ? body : text}</RichText>
      </div>
      {quoted && (
        <button
          type="button"
          className={classes['link']}
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? t('hideQuoted') : t('showQuoted')}
        </button>
      )}
    </>
  );
}
