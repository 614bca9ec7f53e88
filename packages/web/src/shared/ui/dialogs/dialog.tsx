import { Modal } from '@mantine/core';
import { useEffect, useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { createStore, useStore } from '#shared/lib/store.ts';
import classes from './dialog.module.css';
import { FocusBack } from './focus-back.tsx';

type Props = {
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
  width?: number;
  zIndex?: number;
  /** The dialog never needs to scroll, so a list that opens in it may reach over its edge. */
  isShort?: boolean;
};

const OVER_THE_EDGE = { content: { overflow: 'visible' }, header: { background: 'none' } } as const;

const classNames = {
  overlay: classes['overlay'] ?? '',
  content: classes['content'] ?? '',
  header: classes['head'] ?? '',
  title: classes['title'] ?? '',
  body: classes['body'] ?? '',
};

const opened = createStore<readonly string[]>([]);

/** Whether this is the topmost dialog, which alone closes on Escape. */
function useIsOnTop(): boolean {
  const id = useId();
  useEffect(() => {
    opened.set([...opened.get(), id]);
    return () => opened.set(opened.get().filter((other) => other !== id));
  }, [id]);
  return useStore(opened).at(-1) === id;
}

/** A dialog over the page. */
export function Dialog({ title, onClose, children, width = 480, zIndex, isShort = false }: Props) {
  const { t } = useTranslation('shared');
  const isOnTop = useIsOnTop();
  return (
    <Modal.Root
      opened
      onClose={onClose}
      closeOnEscape={isOnTop}
      size={width}
      yOffset="10vh"
      {...(zIndex !== undefined && { zIndex })}
      transitionProps={{ duration: 120 }}
      classNames={classNames}
      {...(isShort && { styles: OVER_THE_EDGE })}
    >
      <Modal.Overlay />
      <Modal.Content>
        <FocusBack />
        {/* A header element here would be a second banner landmark. */}
        <Modal.Header component="div">
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label={t('close')} />
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
