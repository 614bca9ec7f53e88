/** Appended to the address of a mail's page to show the quoted text, which is otherwise collapsed. */
export const SHOW_QUOTED_HASH = '#quoted';

/**
 * A mail's sanitised HTML as a page. Always on white, since mails are designed for that. Quoted text is collapsed without a
 * script, by `:target`; `showsQuoted` expands it where the address cannot be changed.
 */
export const mailPageHtml = (html: string, showsQuoted = false): string => `<!doctype html>
<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mail</title>
<style>
body{margin:12px;font:14px/1.5 system-ui,sans-serif;color:#1a1b1e;background:#fff;overflow-wrap:anywhere}
img{max-width:100%;height:auto}
img[data-remote]{min-width:16px;min-height:16px;outline:1px dashed #868e96}
blockquote{margin:0 0 0 8px;padding-left:8px;border-left:2px solid #ced4da}
pre{white-space:pre-wrap}
body:not(:target,[data-whole]) :is([data-quote],[data-quote=from]~*){display:none!important}
</style></head><body id="quoted"${showsQuoted ? ' data-whole' : ''}>${html}</body></html>`;
