import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RichText } from '../conversation/field/rich-text.tsx';
import classes from './email/email.module.css';
import { splitQuote } from './quotes.ts';

/** An e-mail without HTML as plain text; the quote at its end is collapsed. */
export function MailText({ body }: { body: string }) {
  const { t } = useTranslation('tickets/mail');
  const [isWhole, setWhole] = useState(false);
  const { text, quoted } = splitQuote(body);
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
