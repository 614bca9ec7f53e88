import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNarrow } from '#shared/lib/use-narrow.ts';

type Props = {
  /** Puts the banner away until what it tells has changed. */
  onHide?: () => void;
  /** Shows all of a banner that is one line on phones; undefined where all is shown. */
  onWhole?: (() => void) | undefined;
};

/** The buttons at the end of a banner. */
export function BannerButtons({ onHide, onWhole }: Props) {
  const { t } = useTranslation('shared');
  const narrow = useNarrow();
  const look = { variant: 'subtle', color: 'gray', size: 28 } as const;
  return (
    <>
      {narrow && onWhole && (
        <ActionIcon {...look} aria-label={t('banner.more')} onClick={pressed(onWhole)}>
          <IconChevronDown size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
      {onHide && (
        <ActionIcon {...look} aria-label={t('banner.hide')} onClick={pressed(onHide)}>
          <IconX size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
    </>
  );
}

/** The pressed button disappears: the focus goes to the one after it, or to the page. */
const pressed =
  (act: () => void) =>
  ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const next = (currentTarget.nextElementSibling ?? document.getElementById('page')) as HTMLElement | null;
    act();
    next?.focus({ preventScroll: true });
  };
