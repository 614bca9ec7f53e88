import { IconMessage2Exclamation } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { exactTime, relativeTime } from '#shared/lib/format.ts';
import { useNow } from '#shared/lib/use-now.ts';
import { LineAbove } from './composer/line-above.tsx';
import type { ReplyNews } from './use-reply-news.ts';

type Props = { news: ReplyNews; onShow: () => void };

/** Notice above the composer: a colleague replied, or the customer wrote again. */
export default function NewsLine({ news: { message, isAsked, seen }, onShow }: Props) {
  const { t } = useTranslation('tickets');
  const now = useNow(20_000);
  const { author, kind, created_at: at } = message;
  const values = { name: author.name, time: relativeTime(at, now) };
  const show = {
    label: t('composer.newsShow'),
    onClick: () => {
      seen();
      onShow();
    },
  };
  return (
    <LineAbove sign={IconMessage2Exclamation} role={isAsked ? 'alert' : 'status'} isLoud action={show}>
      <span title={exactTime(at)}>
        {kind === 'inbound' ? t('composer.newsWrote', values) : t('composer.newsAnswered', values)}
      </span>
      {isAsked && ` ${t('composer.newsAsk')}`}
    </LineAbove>
  );
}
