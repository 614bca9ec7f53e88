import { mailPage, QUOTED_SHOWN } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './email/email.module.css';
import { useMailHeight } from './use-mail-height.ts';

/** A longer mail is cut here until all of it is asked for. */
const CUT_PX = 640;
/** Nearly all of it is not worth a button. */
const NEARLY_PX = 160;

type Props = {
  title: string;
  html: string;
  url: string;
  showsQuoted: boolean;
  /** The page with pictures from elsewhere, once they are asked for. */
  imagesUrl: string | null;
};

/**
 * The page of a mail, in a frame where nothing runs and which belongs to no site: not even we can look into it. How high
 * it has to be is measured beside it, see docs/decisions/0013-mails-in-a-closed-frame.md.
 */
export function MailFrame({ title, html, url, showsQuoted, imagesUrl }: Props) {
  const { t } = useTranslation('tickets/mail');
  const { measure, height, handleLoad } = useMailHeight();
  const [isWhole, setWhole] = useState(false);
  const isCut = !isWhole && height > CUT_PX + NEARLY_PX;
  const part = showsQuoted ? QUOTED_SHOWN : '';
  return (
    <>
      <div className={classes['sheet']}>
        <iframe
          ref={measure}
          className={classes['measure']}
          sandbox="allow-same-origin"
          // Under the app's policy, as which a `srcdoc` goes, no picture from elsewhere would come.
          {...(imagesUrl === null
            ? { srcDoc: mailPage(html, showsQuoted) }
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
          // The rest is reached by the button, not by a nested scroll bar.
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
