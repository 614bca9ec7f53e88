export { DraftFeed } from './draft-feed.tsx';
export { RowMarks } from './row-marks.tsx';
