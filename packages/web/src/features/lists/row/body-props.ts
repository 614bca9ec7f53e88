/** What a field of several lines is given by the form around it. */
export type BodyProps = {
  label: string;
  description: string | undefined;
  error: string | undefined;
  value: string;
  maxLength: number;
  onChange: (value: string) => void;
};
