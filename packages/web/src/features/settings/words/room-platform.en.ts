const texts = {
  title: 'Room platform',
  hint: 'Where new voice and video calls take place. Calls in progress stay where they are.',
  label: 'Platform for new calls',
  names: { embedded: 'Built-in media server', daily: 'Daily (hosted)', cloudflare: 'Cloudflare page' },
  missing: '{{name}} is not available: the server was started without {{variable}}.',
  lost: '{{name}} is selected, but not available on this server. New calls use: {{used}}.',
};

export default texts;
