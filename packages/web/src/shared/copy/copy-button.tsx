import { Button, type ButtonProps } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCopy } from './use-copy.ts';

type Props = Pick<ButtonProps, 'size'> & {
  text: string;
  /** What the button says, where that is more than "Copy". */
  children?: string;
  /** What it copies, where several of these buttons stand on one page. */
  label?: string;
};

/** A button that copies a text. */
export function CopyButton({ text, children, label, size }: Props) {
  const { t } = useTranslation('shared/copy');
  const copy = useCopy();
  return (
    <Button
      variant="default"
      size={size}
      aria-label={label && `${t('copy')}: ${label}`}
      leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}
      onClick={() => copy(text)}
    >
      {children ?? t('copy')}
    </Button>
  );
}
