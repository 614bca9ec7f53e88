import { IconMessage2Exclamation } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { exactTime, relativeTime } from '#shared/lib/format.ts';
import { useNow } from '#shared/lib/use-now.ts';
import classes from './news-line.module.css';
import type { ReplyNews } from './use-reply-news.ts';

type Props = { news: ReplyNews; onShow: () => void };

/** That somebody was faster, or wrote again: said where one is about to send. */
export default function NewsLine({ news: { message, isAsked, seen }, onShow }: Props) {
  const { t } = useTranslation('tickets');
  const now = useNow(20_000);
  const { author, kind, created_at: at } = message;
  const values = { name: author.name, time: relativeTime(at, now) };
  return (
    <div className={classes['news']} data-asked={isAsked || undefined}>
      <IconMessage2Exclamation size={16} stroke={1.75} aria-hidden />
      <p className={classes['words']} role={isAsked ? 'alert' : 'status'}>
        <span title={exactTime(at)}>
          {kind === 'inbound' ? t('composer.newsWrote', values) : t('composer.newsAnswered', values)}
        </span>
        {isAsked && ` ${t('composer.newsAsk')}`}
      </p>
      <button
        type="button"
        className={classes['show']}
        onClick={() => {
          seen();
          onShow();
        }}
      >
        {t('composer.newsShow')}
      </button>
    </div>
  );
}
