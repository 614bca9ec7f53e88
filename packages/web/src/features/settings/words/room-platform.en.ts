const texts = {
  title: 'Room platform',
  hint: 'Where new voice and video calls take place. Calls in progress stay where they are.',
  label: 'Platform for new calls',
  names: { embedded: 'Built-in media server', daily: 'Daily (hosted)', cloudflare: 'Cloudflare page' },
  missing: '{{name}} can’t be chosen: the server was started without {{variable}}.',
  lost: '{{name}} was chosen, but the server was started without it. New calls use: {{used}}.',
};

export default texts;
