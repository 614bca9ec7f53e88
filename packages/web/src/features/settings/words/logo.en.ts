const texts = {
  title: 'Logo',
  hint: 'Shown in the menu, on the sign-in page and in the chat widget.',
  upload: 'Upload logo',
  replace: 'Replace logo',
  remove: 'Remove logo',
  saved: 'Logo saved',
  removed: 'Logo removed',
  limits: 'PNG or WebP, at most 256 kB and 2048 × 2048 pixels.',
  'on-light': 'Logo on a light background',
  'on-dark': 'Logo on a dark background',
};

export default texts;
