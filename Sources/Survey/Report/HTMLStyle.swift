// The look of the pages: paper and navy by day, night watch by dark. Colours are pairs that keep 4.5:1 on every ground they
// stand on (the browser test measures all of them); no meaning is carried by colour alone. System fonts only: nothing is
// loaded, and the page's policy (see HTMLPage) would not let it.

/// The style sheet of the pages.
enum HTMLStyle {
  static let text: StaticString = """
    :root{color-scheme:light dark;--paper:#f4f6f6;--card:#fff;--ink:#13263a;--muted:#4c5d6c;--rule:#d3dbe0;--soft:#edf1f3;
    --sea:#0a5783;--good:#17653b;--bad:#a3241b;--warn:#7d4c00;--goodbg:#e4f2e9;--badbg:#fbe9e7;--warnbg:#fbf0da;--bar:#2c7fae;
    --m0:#dbe8f0;--m1:#c4dae7;--m2:#aecddf;--m3:#9bc1d7;--mark:#f5c3bd;
    --shade:0 1px 2px #13263a14,0 6px 20px #13263a0f}
    @media (prefers-color-scheme:dark){:root{--paper:#0d1720;--card:#14212d;--ink:#e4ecf2;--muted:#a4b4c1;--rule:#2b3c4b;
    --soft:#1b2b39;--sea:#84c8ef;--good:#7fd6a2;--bad:#ffa198;--warn:#f1c26e;--goodbg:#12301f;--badbg:#3b1c1b;--warnbg:#352a12;
    --m0:#1d3142;--m1:#254056;--m2:#2d4f6a;--m3:#355d7c;--mark:#722f2b;
    --bar:#4fa5d6;--shade:none}}
    *{box-sizing:border-box}
    html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
    @media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
    body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,
    "Helvetica Neue","Noto Sans","Liberation Sans",Arial,sans-serif;overflow-wrap:anywhere}
    .wrap{max-width:74rem;margin:0 auto;padding:0 1.25rem}
    a{color:var(--sea);text-underline-offset:.15em}
    a:hover{text-decoration-thickness:2px}
    :focus-visible{outline:3px solid var(--sea);outline-offset:2px;border-radius:4px}
    [id]{scroll-margin-top:1rem}
    .skip{position:absolute;left:-200vw;top:0;z-index:9;background:var(--card);padding:.6rem 1rem;border-radius:0 0 8px 0}
    .skip:focus{left:0}
    .sr{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
    code,pre,kbd{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:.875em}
    code{unicode-bidi:isolate}
    h1,h2,h3{line-height:1.2;text-wrap:balance}
    h2{font-size:1.4rem;margin:0 0 .25rem;letter-spacing:-.01em}
    h3{font-size:1.05rem;margin:1.5rem 0 .5rem}
    p{margin:.4rem 0;max-width:70ch}
    .muted{color:var(--muted)}
    .small{font-size:.875em}.phone{display:none}
    .good{color:var(--good)}.bad{color:var(--bad)}.warn{color:var(--warn)}
    .nowrap{white-space:nowrap}
    header.top{padding:1rem 0 .75rem;color:var(--muted);font-size:.9rem}
    header.top .wrap{display:flex;gap:.6rem;align-items:center;justify-content:space-between;flex-wrap:wrap}
    header.top strong{color:var(--ink);letter-spacing:.01em}
    .hero{display:grid;grid-template-columns:minmax(0,1fr) 15.5rem;gap:2.5rem;background:var(--card);border:1px solid var(--rule);
    border-radius:16px;box-shadow:var(--shade);padding:2.25rem 2.5rem}
    .hero h1{display:flex;align-items:center;gap:.9rem;font-size:clamp(2rem,6vw,3.4rem);letter-spacing:-.03em;margin:.1rem 0 1rem}
    .hero h1::first-letter{text-transform:uppercase}
    .hero h1 .word::first-letter{text-transform:uppercase}
    .hero h1 .word{display:inline-block}
    .hero h1 svg{flex:none;width:1em;height:1em}
    h1.plain{font-size:clamp(1.6rem,4.5vw,2.4rem);letter-spacing:-.02em;margin:.5rem 0}
    .project{font-size:1.15rem;margin:0;color:var(--muted)}.project strong{font-weight:650;color:var(--ink)}.project code{margin-left:.6em}
    dl.facts{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.3rem 1.25rem;margin:0;font-size:.95rem}
    dl.facts dt{color:var(--muted)}dl.facts dd{margin:0}
    .reasons{margin:0 0 1.5rem;padding:0 0 1.4rem;border-bottom:1px solid var(--rule)}
    .reasons h2{font-size:1rem;margin:0 0 .4rem}
    .reasons ul{margin:0;padding:0 0 0 1.2rem}
    .reasons li{margin:.25rem 0;max-width:75ch}
    .reasons li::marker{color:var(--muted)}
    figure.mark{margin:0;align-self:start}
    figure.mark svg{display:block;width:100%;height:auto;border-radius:12px}
    figure.mark figcaption{font-size:.85rem;color:var(--muted);margin-top:.7rem;line-height:1.45}
    .hull{fill:#1d3b57}.seam{stroke:#fff;stroke-opacity:.09}.paint{fill:none;stroke:#f3f6f7;stroke-width:11}.bar{fill:#f3f6f7}
    .tick{stroke:#f3f6f7;stroke-opacity:.65;stroke-width:2}
    .deep{fill:#3f9ccb;fill-opacity:.62}.deeper{fill:#2c86b6;fill-opacity:.35}.surface{fill:none;stroke:#cdeafa;stroke-width:3}
    .hatch{stroke:#cdeafa;stroke-opacity:.55;stroke-width:4}.unsure{fill:none;stroke:#cdeafa;stroke-width:3;stroke-dasharray:9 7}
    nav.toc{margin:1.5rem 0 0}
    nav.toc ul{display:flex;flex-wrap:wrap;gap:.5rem;list-style:none;margin:0;padding:0}
    nav.toc a{display:inline-block;padding:.35rem .85rem;border:1px solid var(--rule);border-radius:99px;background:var(--card);
    text-decoration:none;font-size:.9rem}
    nav.toc a:hover{border-color:var(--sea)}
    nav.toc b{font-variant-numeric:tabular-nums;color:var(--ink);margin-left:.35em}
    section.part{margin:2.5rem 0}
    section.part>p.lead{color:var(--muted);margin:0 0 .9rem}
    .card{background:var(--card);border:1px solid var(--rule);border-radius:12px;box-shadow:var(--shade)}
    .scroll{overflow:auto;margin:.9rem 0;max-width:100%}
    .scroll.tall{max-height:38rem}
    table{border-collapse:collapse;width:100%;font-size:.925rem;font-variant-numeric:tabular-nums}
    caption{text-align:left;padding:.85rem 1rem .6rem;color:var(--muted);font-size:.875rem}
    th,td{padding:.5rem 1rem;text-align:left;vertical-align:top;border-top:1px solid var(--rule);unicode-bidi:plaintext;overflow-wrap:break-word}
    td code,th code{overflow-wrap:anywhere}
    thead th{background:var(--soft);font-size:.825rem;font-weight:600;color:var(--muted);white-space:nowrap;vertical-align:bottom}
    .tall thead th{position:sticky;top:0;z-index:1}
    tbody th{font-weight:500}
    td.n,th.n{text-align:right;white-space:nowrap}
    tbody tr:hover{background:var(--soft)}
    td .small,th .small{display:block;color:var(--muted);font-weight:400}
    .w{min-width:14rem}.m{min-width:11rem}
    td.n .small{white-space:normal;min-width:11rem}
    thead th button{font:inherit;color:inherit;background:none;border:0;padding:0;margin:0;cursor:pointer;text-align:inherit;
    white-space:nowrap}
    thead th button::after{content:"\\2195" / "";margin-left:.35em;opacity:.75}
    th[aria-sort=ascending] button::after{content:"\\2191" / "";opacity:1}
    th[aria-sort=descending] button::after{content:"\\2193" / "";opacity:1}
    th[aria-sort=ascending] button,th[aria-sort=descending] button{color:var(--ink)}
    .tag{display:inline-block;white-space:nowrap;padding:.08rem .55rem .08rem .45rem;border-radius:99px;font-size:.92em;
    font-weight:600;background:var(--soft)}
    .tag svg,.delta svg{width:.85em;height:.85em;vertical-align:-.08em;margin-right:.35em}
    .tag.good{background:var(--goodbg)}.tag.bad{background:var(--badbg)}.tag.warn{background:var(--warnbg)}
    .delta{white-space:nowrap}
    .share{display:flex;align-items:center;gap:.75rem}
    .share svg{width:5.5rem;height:.5rem;border-radius:3px;flex:none}
    .share .of{color:var(--muted);margin-left:auto}
    .b0{fill:var(--rule)}.b1{fill:var(--bar)}.b2{fill:var(--bar);fill-opacity:.45}
    .share .end{margin-left:auto}
    figure.treemap{margin:.9rem 0;padding:.75rem .75rem .5rem}
    .treemap svg{display:block;width:100%;height:auto}.treemap svg.narrow{display:none;max-width:34rem;margin:0 auto}
    .treemap figcaption{color:var(--muted);font-size:.875rem;margin:.5rem .25rem}
    .treemap rect{stroke:var(--card);stroke-width:1}.treemap text{font-size:12px;fill:var(--ink)}
    .m0 rect{fill:var(--m0)}.m1 rect{fill:var(--m1)}.m2 rect{fill:var(--m2)}.m3 rect{fill:var(--m3)}
    .mk rect{fill:var(--mark)}.mk text{font-weight:600}
    figure.graph{margin:.9rem 0;padding:.25rem .75rem .6rem}.graph .scroll{margin:.25rem 0}
    .graph svg.wide,.graph svg.narrow{display:block;width:100%;height:auto}.graph svg.narrow,.graph span.narrow{display:none}
    .graph svg.narrow{max-width:34rem;margin:0 auto}.graph figcaption{color:var(--muted);font-size:.875rem;margin:.5rem .25rem}
    .graph text{font-size:12.5px;fill:var(--ink)}.graph .name{font-weight:650}.graph .facts{fill:var(--muted)}.graph .last{text-anchor:end}
    .graph .pilled{font-size:11.5px;font-weight:650;fill:var(--bad);text-anchor:middle}.graph .pill{fill:var(--badbg);stroke:var(--bad)}
    .graph path{fill:none;stroke-width:2}.graph .row>rect:first-of-type{fill:none;pointer-events:all}
    .graph .row:hover>rect:first-of-type{fill:var(--soft)}.graph .marked .name{fill:var(--bad)}
    .graph .lt{stroke:var(--ink);stroke-width:3}.graph .lm{stroke:var(--muted)}.graph .lm.new{stroke-dasharray:3 5}
    .graph .lb{stroke:var(--bar)}.graph .bud{fill:var(--bar)}
    .graph .nb{fill:var(--bar);stroke:var(--card);stroke-width:2}.graph .np{fill:var(--card);stroke:var(--ink);stroke-width:2.5}
    .graph .nm{fill:var(--muted);stroke:var(--card)}.graph .stop{fill:var(--bad);stroke:var(--card);stroke-width:1.5}.graph .bars{stroke:var(--card);stroke-width:2.2}
    .graph path.tip{fill:var(--ink);stroke:none}.graph .lc path{stroke:var(--warn);stroke-width:1.6}
    .graph .ld path{stroke:var(--sea);stroke-width:1.6;stroke-dasharray:5 3}.graph .ld .tip{fill:var(--sea);stroke:none}
    .graph .lc:hover path,.graph .ld:hover path{stroke-width:3}
    ul.key{display:flex;flex-wrap:wrap;gap:.3rem 1.25rem;list-style:none;margin:.4rem .25rem;padding:0;font-size:.875rem;color:var(--muted)}
    .key svg{width:1.15rem;height:1rem;vertical-align:-.15em;margin-right:.4rem}
    ul.shots{display:grid;grid-template-columns:repeat(auto-fill,minmax(13rem,1fr));gap:1rem;list-style:none;margin:.6rem 0 1.25rem;padding:0}
    ul.shots>li{display:flex}figure.shot{flex:1;min-width:0;margin:0;overflow:hidden;display:flex;flex-direction:column}
    .shot a,.shot .only{display:block;color:var(--sea);text-decoration:none;border-bottom:1px solid var(--rule)}
    .shot a:focus-visible{outline-offset:-3px;border-radius:12px 12px 0 0}
    .shot .view{display:flex;align-items:center;justify-content:center;height:17rem;padding:.75rem;background:var(--soft)}
    .shot img{display:block;max-width:100%;max-height:100%;width:auto;height:auto;border-radius:6px;box-shadow:0 0 0 1px var(--rule)}
    .shot .pen{display:flex;align-items:center;gap:.45rem;padding:.45rem .9rem;font-size:.9rem;font-weight:600}
    .shot a:hover .pen{text-decoration:underline;text-underline-offset:.15em}
    .pen svg{width:1rem;height:1rem;flex:none;fill:none;stroke:currentColor;stroke-width:1.4;stroke-linejoin:round}
    .shot figcaption{display:flex;flex-direction:column;gap:.1rem;padding:.6rem .9rem .75rem;font-size:.875rem;line-height:1.4}
    .shot strong{font-weight:600}
    svg.spark{width:9rem;height:2.1rem;overflow:visible;vertical-align:middle}
    .spark path{fill:none;stroke:var(--bar);stroke-width:1.6;vector-effect:non-scaling-stroke}
    .spark .now{fill:var(--ink)}.spark .ship{fill:var(--card);stroke:var(--ink);stroke-width:1.5}
    ul.findings{list-style:none;margin:0;padding:0}
    ul.findings>li{padding:1rem 1.25rem;border-top:1px solid var(--rule)}
    ul.findings>li:first-child{border-top:0}
    .findings .what{font-weight:600;margin:0}
    .findings .where{margin:.15rem 0 0;font-size:.9rem;color:var(--muted);max-width:none}
    .findings .where span+span::before{content:"\\00b7" / "";margin:0 .5em}
    .findings .where code{color:var(--ink)}
    .cmd{display:flex;align-items:flex-start;gap:.75rem;margin:.6rem 0 0;background:var(--soft);border:1px solid var(--rule);
    border-radius:8px;padding:.45rem .5rem .45rem .8rem}
    .cmd code{flex:1;min-width:0;padding:.15rem 0;white-space:pre-wrap}
    .cmd code::before{content:"$ " / "";color:var(--muted)}
    button.copy{flex:none;font:inherit;font-size:.825rem;color:var(--sea);background:var(--card);border:1px solid var(--rule);
    border-radius:6px;padding:.15rem .6rem;cursor:pointer}
    button.copy:hover{border-color:var(--sea)}
    details{margin:.6rem 0}
    summary{cursor:pointer;color:var(--sea)}
    pre{margin:.6rem 0;padding:.8rem 1rem;background:var(--soft);border-radius:8px;overflow:auto;line-height:1.45;max-height:30rem;
    overflow-wrap:normal;tab-size:4}
    .clear{display:flex;gap:.8rem;align-items:center;padding:1rem 1.25rem;margin:.9rem 0}
    .clear svg{width:1.4rem;height:1.4rem;flex:none}.clear p{margin:0}.sign{line-height:0}
    .left{color:var(--muted);font-size:.875rem;font-style:italic}
    .filter{display:flex;flex-wrap:wrap;gap:.4rem .75rem;align-items:center;margin:1rem 0 0;font-size:.9rem}
    .filter input{font:inherit;color:inherit;background:var(--card);border:1px solid var(--muted);border-radius:8px;
    padding:.25rem .6rem;min-width:0;width:15rem;max-width:100%}
    tr[hidden]{display:none}
    .tree tbody th{font-weight:400;min-width:14rem}.tree thead th:first-child{width:99%}
    .tree td.n{min-width:4rem}.tree td code{overflow-wrap:normal}
    .tree tr.d0 th,.tree tr.d0 td{font-weight:650;background:var(--soft)}
    .d1>th{padding-left:2.2rem}.d2>th{padding-left:3.4rem}.d3>th{padding-left:4.6rem}.d4>th{padding-left:5.8rem}
    .d5>th{padding-left:7rem}.d6>th{padding-left:8.2rem}.d7>th{padding-left:9.4rem}.d8>th{padding-left:10.6rem}
    .tree button{font:inherit;line-height:1;color:var(--sea);background:none;border:0;padding:.1rem .3rem;margin:0 .1rem 0 -1.4rem;
    cursor:pointer;width:1.3rem}
    .src{font-size:.875rem}
    .src td,.src th{padding:0 .75rem;border:0;vertical-align:baseline}
    .src thead th{padding:.4rem .75rem}
    .src tbody th{font-weight:400;color:var(--muted);text-align:right;user-select:none}
    .src pre{margin:0;padding:0;background:none;border-radius:0;overflow:visible;max-height:none;white-space:pre;line-height:1.6}
    .src td:last-child{width:100%}
    .src .m{white-space:nowrap;min-width:0}
    .src tr.u{background:var(--badbg)}.src tr.p{background:var(--warnbg)}.src tr.c .m{color:var(--good)}
    .src tr.u .m{color:var(--bad)}.src tr.p .m{color:var(--warn)}
    .src tr.gap td{color:var(--muted)}
    footer{border-top:1px solid var(--rule);margin-top:3rem;padding:1.25rem 0 2.5rem;color:var(--muted);font-size:.875rem}
    @media (max-width:52rem){.treemap svg.wide,.graph svg.wide,.graph span.wide{display:none}.treemap svg.narrow,.graph svg.narrow{display:block}
    .graph span.narrow{display:inline}.hero{grid-template-columns:minmax(0,1fr);gap:1.5rem;padding:1.5rem 1.25rem}
    figure.mark{display:grid;grid-template-columns:8.5rem minmax(0,1fr);gap:1rem;align-items:center}figure.mark figcaption{margin:0}}
    @media (max-width:30rem){ul.shots{grid-template-columns:repeat(auto-fill,minmax(8.5rem,1fr));gap:.7rem}.shot .view{height:12rem;padding:.5rem}
    .shot .pen,.shot figcaption{padding-left:.65rem;padding-right:.65rem}
    .wrap{padding:0 .8rem}.hero{padding:1.25rem 1rem}dl.facts{grid-template-columns:minmax(0,1fr);gap:0}
    dl.facts dd{margin-bottom:.5rem}figure.mark{grid-template-columns:6.5rem minmax(0,1fr)}th,td{padding:.5rem .7rem}.w{min-width:9rem}.m{min-width:8rem}
    td .phone{display:block;font-weight:600;margin-top:.25rem}.tree .share svg,.tree .share .of{display:none}
    .cmd{flex-wrap:wrap}}
    @media print{.treemap svg.wide,.graph svg.wide{display:block}.graph span.wide{display:inline}.treemap svg.narrow,.graph svg.narrow,.graph span.narrow{display:none}figure.treemap{break-inside:avoid}
    :root{--m0:#dbe8f0;--m1:#c4dae7;--m2:#aecddf;--m3:#9bc1d7;--mark:#f5c3bd;--paper:#fff;--card:#fff;--ink:#000;--muted:#444;--rule:#bbb;--soft:#f2f2f2;--shade:none;color-scheme:light;
    --sea:#0a5783;--good:#17653b;--bad:#a3241b;--warn:#7d4c00;--goodbg:#fff;--badbg:#fff;--warnbg:#fff;--bar:#2c7fae}
    *{print-color-adjust:exact;-webkit-print-color-adjust:exact}
    body{font-size:10pt}.wrap{max-width:none;padding:0}.skip,nav.toc,.filter,button.copy,.tree button{display:none}
    thead th button::after{content:none}details::details-content{content-visibility:visible;display:block;height:auto}
    .scroll,.scroll.tall,pre{overflow:visible;max-height:none}pre{white-space:pre-wrap}tr[hidden]{display:table-row}
    .hero{grid-template-columns:minmax(0,1fr) 11rem;padding:1.25rem;gap:1.5rem}figure.mark{display:block}figure.mark figcaption{margin-top:.5rem}
    table{font-size:8.5pt}.share{gap:.4rem;white-space:nowrap}.tree thead th:first-child{width:auto}.share svg{width:3rem}svg.spark{width:6rem}td.n,th.n{white-space:normal}
    thead{display:table-header-group}thead th button{white-space:normal}
    th,td{padding:.3rem .5rem}thead th{white-space:normal}.w,.m{min-width:0}.shot .pen{display:none}ul.shots{grid-template-columns:repeat(4,minmax(0,1fr))}tr,ul.findings>li,.hero,.shot{break-inside:avoid}
    td.n .small,.tree tbody th{min-width:0}h2,h3,caption{break-after:avoid}.card{border-radius:6px}.tall thead th{position:static}}
    """
}
