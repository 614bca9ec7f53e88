import { mailPage, QUOTED_SHOWN } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './letter.module.css';
import { useMailHeight } from './use-mail-height.ts';

/** A longer mail is cut here until all of it is asked for. */
const CUT_PX = 640;
/** Nearly all of it is not worth a button. */
const NEARLY_PX = 160;
const STEP_PX = 480;

type Props = {
  title: string;
  html: string;
  url: string;
  showsQuoted: boolean;
  /** Pictures from elsewhere, whose size nobody here can know. */
  hasImages: boolean;
};

/**
 * The page of a mail, in a frame where nothing runs and which belongs to no site: not even we can look into it. How high
 * it has to be is measured beside it, see docs/decisions/0013-mails-in-a-closed-frame.md.
 */
export function MailFrame({ title, html, url, showsQuoted, hasImages }: Props) {
  const { t } = useTranslation('mail');
  const { measure, height, handleLoad } = useMailHeight();
  const [isWhole, setWhole] = useState(false);
  const [steps, setSteps] = useState(0);
  const isCut = !isWhole && height > CUT_PX + NEARLY_PX;
  const shown = (isCut ? CUT_PX : height) + steps * STEP_PX;
  return (
    <>
      <div className={classes['sheet']}>
        <iframe
          ref={measure}
          className={classes['measure']}
          sandbox="allow-same-origin"
          srcDoc={mailPage(html, showsQuoted)}
          title={title}
          tabIndex={-1}
          aria-hidden
          onLoad={handleLoad}
        />
        <iframe
          className={classes['frame']}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          src={showsQuoted ? url + QUOTED_SHOWN : url}
          title={title}
          style={{ height: shown }}
          // What is cut off is reached by the button, not by a scroll bar in the middle of another one.
          scrolling={isCut ? 'no' : 'auto'}
        />
      </div>
      {isCut && (
        <button type="button" className={classes['link']} onClick={() => setWhole(true)}>
          {t('showAll')}
        </button>
      )}
      {hasImages && !isCut && (
        <button type="button" className={classes['link']} onClick={() => setSteps(steps + 1)}>
          {t('taller')}
        </button>
      )}
    </>
  );
}
