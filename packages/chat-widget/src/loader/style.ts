/** Styles of the shadow root; `!important` on the host keeps the site's own rules from affecting it. */
export const STYLE = `
:host{all:initial!important;position:fixed!important;z-index:2147483000!important;inset:auto auto 0 auto!important;right:0!important;
display:block!important;font:15px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif!important;color-scheme:light dark!important}
:host([data-side=left]){left:0!important;right:auto!important}
@media print{:host{display:none!important}}
*{box-sizing:border-box}
button{font:inherit;cursor:pointer;border:0}
button:focus-visible{outline:3px solid var(--ring);box-shadow:0 0 0 3px #fff;outline-offset:3px}
.launcher{position:fixed;bottom:calc(20px + env(safe-area-inset-bottom,0px));right:20px;width:56px;height:56px;padding:0;border-radius:50%;
display:grid;place-items:center;background:var(--fill);color:var(--on-fill);border:1px solid transparent;
box-shadow:0 1px 3px rgb(16 22 28/.18),0 8px 24px rgb(16 22 28/.2);transition:transform .16s cubic-bezier(.2,0,0,1),box-shadow .16s}
:host([data-side=left]) .launcher,:host([data-side=left]) .panel{left:20px;right:auto}
.launcher:hover{transform:scale(1.05)}
.launcher:active{transform:scale(.97)}
.launcher svg{grid-area:1/1;width:26px;height:26px;fill:none;stroke:currentColor;stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round;
transition:opacity .14s,transform .16s}
.down{opacity:0;transform:rotate(-40deg)}
.open .down{opacity:1;transform:none}
.open .bubble{opacity:0;transform:rotate(40deg)}
.badge{position:absolute;top:-3px;right:-3px;min-width:21px;height:21px;padding:0 6px;border-radius:11px;background:#c92a2a;color:#fff;
font-size:12px;font-weight:650;line-height:21px;text-align:center;box-shadow:0 0 0 2px #fff;font-variant-numeric:tabular-nums}
.news{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
[hidden]{display:none!important}
.panel{position:fixed;bottom:calc(92px + env(safe-area-inset-bottom,0px));right:20px;width:388px;height:min(680px,calc(100vh - 112px));
max-width:calc(100vw - 40px);overflow:hidden;border-radius:16px;background:#fff;color:#16191d;
box-shadow:0 0 0 1px rgb(16 22 28/.06),0 4px 14px rgb(16 22 28/.1),0 20px 56px rgb(16 22 28/.2);
visibility:hidden;opacity:0;transform:translateY(10px) scale(.985);transform-origin:bottom right;
transition:opacity .15s,transform .16s cubic-bezier(.2,0,0,1),visibility 0s .16s}
:host([data-side=left]) .panel{transform-origin:bottom left}
.panel.open{visibility:visible;opacity:1;transform:none;transition-delay:0s}
iframe{display:block;width:100%;height:100%;border:0;color-scheme:normal}
.wait{position:absolute;inset:0;display:flex;flex-direction:column;gap:14px;align-items:center;justify-content:center;padding:32px;
text-align:center;background:inherit}
.wait p{margin:0}
.wait button{padding:9px 16px;border-radius:9px;background:var(--fill);color:var(--on-fill);font-weight:600}
.wait .away{background:none;color:inherit;text-decoration:underline}
.spin{width:26px;height:26px;border-radius:50%;border:3px solid rgb(128 136 146/.3);border-top-color:var(--fill);animation:spin .8s linear infinite}
@keyframes spin{to{transform:rotate(1turn)}}
@media (prefers-color-scheme:dark){.panel{background:#17191d;color:#e8eaed;box-shadow:0 0 0 1px rgb(255 255 255/.09),0 20px 56px rgb(0 0 0/.5)}
.badge{box-shadow:0 0 0 2px #17191d}}
@media (max-width:639.9px){.panel,:host([data-side=left]) .panel{inset:0;width:100%;max-width:none;height:100%;height:100dvh;border-radius:0}
.launcher.open{visibility:hidden}}
@media (prefers-reduced-motion:reduce){*{transition:none!important;animation-duration:2s!important}}
`;
