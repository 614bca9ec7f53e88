import { useQuery } from '@tanstack/react-query';
import { getMessageHtml, type MessageMail } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#shared/api/call.ts';
import { SkeletonLine } from '#shared/ui/states/skeletons.tsx';
import type { TimelineMessage } from '../timeline/timeline.ts';
import classes from './email/email.module.css';
import { MailFrame } from './mail-frame.tsx';
import { MailText } from './mail-text.tsx';
import { nameOf } from './recipients/people.ts';
import { hasFoldableQuote } from './quotes.ts';
import { useNearScreen } from './use-near-screen.ts';

/** The address of the page stays the same for an hour, and is valid for eleven more. */
const FRESH_MS = 3600_000;

type Props = { entry: TimelineMessage; mail: MessageMail };

/** An HTML e-mail, rendered once it is scrolled into view; external images only on request. */
export function MailPage({ entry, mail }: Props) {
  const { t } = useTranslation('tickets/mail');
  const { place, isSeen } = useNearScreen<HTMLDivElement>();
  const [wantsImages, setWantsImages] = useState(false);
  const [showsQuoted, setShowsQuoted] = useState(false);
  const plain = useMailHtml(entry, { images: false, enabled: isSeen });
  const full = useMailHtml(entry, { images: true, enabled: wantsImages });
  const page = plain.data;

  if (plain.isError) {
    return (
      <>
        <MailText body={entry.body} />
        <p className={classes['failure']} role="alert">
          {t('loadFailed')}
          <button type="button" className={classes['link']} onClick={() => void plain.refetch()}>
            {t('again')}
          </button>
        </p>
      </>
    );
  }
  return (
    <>
      <div ref={place}>
        {page ? (
          <MailFrame
            title={t('page', { name: nameOf(mail.from) })}
            html={page.html}
            url={page.frame_url}
            showsQuoted={showsQuoted || !page.folds}
            imagesUrl={(wantsImages && full.data?.frame_url) || null}
          />
        ) : (
          <div className={classes['waiting']} role="status" aria-label={t('loading')}>
            <SkeletonLine width="82%" />
            <SkeletonLine width="64%" />
            <SkeletonLine width="71%" />
          </div>
        )}
      </div>
      <div className={classes['foot']}>
        {page?.folds && (
          <button
            type="button"
            className={classes['link']}
            aria-expanded={showsQuoted}
            onClick={() => setShowsQuoted(!showsQuoted)}
          >
            {showsQuoted ? t('hideQuoted') : t('showQuoted')}
          </button>
        )}
        {mail.has_remote_images && !wantsImages && (
          <button
            type="button"
            className={classes['link']}
            title={t('blocked')}
            onClick={() => setWantsImages(true)}
          >
            {t('showImages')}
          </button>
        )}
      </div>
    </>
  );
}

type Options = { images: boolean; enabled: boolean };

function useMailHtml({ ticket_id: id, id: messageId }: TimelineMessage, { images, enabled }: Options) {
  return useQuery({
    queryKey: ['mail-html', messageId, images],
    queryFn: async ({ signal }) => {
      const query = { images: images ? '1' : '0' };
      const { data } = await call(getMessageHtml, { params: { id, messageId }, query, signal });
      return { ...data, folds: hasFoldableQuote(data.html) };
    },
    enabled,
    staleTime: FRESH_MS,
  });
}
