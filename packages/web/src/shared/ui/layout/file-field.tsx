import { fileSize } from '#shared/lib/format.ts';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useId, useState, type DragEvent } from 'react';
import classes from './file-field.module.css';

type Props = {
  file: File | null;
  /** What the browser's own dialog offers. */
  accept: string;
  /** What to drop here, and what its buttons say. */
  words: { drop: string; pick: string; other: string };
  hint: string;
  onFile: (file: File | undefined) => void;
};

/** Takes a file, dropped or chosen. */
export function FileField({ file, accept, words, hint, onFile }: Props) {
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
          onChange={(event) => {
            onFile(event.currentTarget.files?.[0]);
            // The same file again, once it was mended, is a change as well.
            event.currentTarget.value = '';
          }}
        />
      </label>
      <p className={classes['hint']}>{hint}</p>
    </div>
  );
}
