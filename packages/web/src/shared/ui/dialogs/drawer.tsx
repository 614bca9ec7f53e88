import { Drawer as MantineDrawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './drawer.module.css';
import { FocusBack } from './focus-back.tsx';

type Props = {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** Stays visible below the scrolling content: the buttons. */
  footer?: ReactNode;
  width?: number;
};

// Set on the root only, because its parts also pass their class names to their wrappers.
const classNames = {
  overlay: classes['overlay'] ?? '',
  content: classes['content'] ?? '',
  header: classes['head'] ?? '',
  title: classes['title'] ?? '',
  body: classes['body'] ?? '',
};

/** A panel for forms that slides in from the right; full width on phones. */
export function Drawer({ opened, onClose, title, children, footer, width = 440 }: Props) {
  const { t } = useTranslation('shared');
  return (
    <MantineDrawer.Root
      opened={opened}
      onClose={onClose}
      position="right"
      size={`min(${width}px, 100vw)`}
      transitionProps={{ duration: 160 }}
      classNames={classNames}
    >
      <MantineDrawer.Overlay />
      <MantineDrawer.Content>
        <FocusBack />
        {/* A header element here would be a second banner landmark. */}
        <MantineDrawer.Header component="div">
          <MantineDrawer.Title>{title}</MantineDrawer.Title>
          <MantineDrawer.CloseButton aria-label={t('close')} />
        </MantineDrawer.Header>
        <MantineDrawer.Body>{children}</MantineDrawer.Body>
        {footer && <div className={classes['foot']}>{footer}</div>}
      </MantineDrawer.Content>
    </MantineDrawer.Root>
  );
}
