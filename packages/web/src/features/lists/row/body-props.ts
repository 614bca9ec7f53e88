/** What the form passes to a field with several lines. */
export type BodyProps = {
  label: string;
  description: string | undefined;
  error: string | undefined;
  value: string;
  maxLength: number;
  onChange: (value: string) => void;
};
