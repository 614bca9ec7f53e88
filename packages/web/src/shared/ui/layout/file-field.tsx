import { fileSize } from '#shared/lib/format.ts';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useId, useState, type DragEvent } from 'react';
import classes from './file-field.module.css';

type Props = {
  file: File | null;
  /** File types for the browser's file dialog. */
  accept: string;
  /** Texts of the drop area and of its buttons. */
  words: { drop: string; pick: string; other: string };
  hint: string;
  onFile: (file: File | undefined) => void;
  /** Has the focus when its dialog opens. */
  autoFocus?: boolean;
};

/** An input for one file, dropped or chosen. */
export function FileField({ file, accept, words, hint, onFile, autoFocus = false }: Props) {
  const id = useId();
  const [isOver, setOver] = useState(false);

  function handleDrop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    onFile(event.dataTransfer.files[0]);
  }

  return (
    <div
      className={classes['drop']}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={handleDrop}
    >
      <IconFileSpreadsheet size={24} stroke={1.5} aria-hidden />
      <p>{file ? `${file.name} · ${fileSize(file.size)}` : words.drop}</p>
      <label htmlFor={id} className={classes['pick']}>
        {file ? words.other : words.pick}
        <input
          id={id}
          type="file"
          accept={accept}
          className="sr-only"
          {...(autoFocus && { 'data-autofocus': true })}
          onChange={(event) => {
            onFile(event.currentTarget.files?.[0]);
            // Reset, so that choosing the same file again after editing it is a change as well.
            event.currentTarget.value = '';
          }}
        />
      </label>
      <p className={classes['hint']}>{hint}</p>
    </div>
  );
}
