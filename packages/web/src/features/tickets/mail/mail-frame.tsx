import { mailPageHtml, SHOW_QUOTED_HASH } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './email/email.module.css';
import { useMailHeight } from './use-mail-height.ts';

/** A longer e-mail is cut off at this height until the user expands it. */
const CUT_PX = 640;
/** An e-mail that exceeds the height by less than this is shown whole. */
const NEARLY_PX = 160;

type Props = {
  title: string;
  html: string;
  url: string;
  showsQuoted: boolean;
  /** Address of the page with external images, once the user has asked for them. */
  imagesUrl: string | null;
};

/**
 * The HTML of an e-mail in a frame without scripts and origin, into which not even we can look. Its height is measured
 * in a second frame, see docs/decisions/0013-mails-in-a-closed-frame.md.
 */
export function MailFrame({ title, html, url, showsQuoted, imagesUrl }: Props) {
  const { t } = useTranslation('tickets/mail');
  const { measure, height, handleLoad } = useMailHeight();
  const [isWhole, setWhole] = useState(false);
  const isCut = !isWhole && height > CUT_PX + NEARLY_PX;
  const part = showsQuoted ? SHOW_QUOTED_HASH : '';
  return (
    <>
      <div className={classes['sheet']}>
        <iframe
          ref={measure}
          className={classes['measure']}
          sandbox="allow-same-origin"
          // By its own address, because a `srcdoc` inherits the app's content security policy, which blocks external
          // images.
          {...(imagesUrl === null
            ? { srcDoc: mailPageHtml(html, showsQuoted) }
            : { src: `${imagesUrl}&measured=1${part}` })}
          title={title}
          tabIndex={-1}
          aria-hidden
          onLoad={handleLoad}
        />
        <iframe
          className={classes['frame']}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          src={(imagesUrl ?? url) + part}
          title={title}
          style={{ height: isCut ? CUT_PX : height }}
          // A button expands the rest, instead of a nested scroll bar.
          scrolling={isCut ? 'no' : 'auto'}
        />
      </div>
      {isCut && (
        <button type="button" className={classes['link']} onClick={() => setWhole(true)}>
          {t('showAll')}
        </button>
      )}
    </>
  );
}
