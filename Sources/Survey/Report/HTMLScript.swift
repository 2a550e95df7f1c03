// What a script adds to the pages: sorting, filtering, folding trees, copying commands. Every control is made by the script
// itself, so that a page without scripts has no dead button and loses nothing.

/// The script of the pages.
enum HTMLScript {
  static let text: StaticString = """
    "use strict";(function(){
    var d=document,all=function(s,r){return Array.prototype.slice.call((r||d).querySelectorAll(s))};
    function make(n,c,t){var e=d.createElement(n);if(c)e.className=c;if(t)e.textContent=t;return e}
    // Sorting: numbers stand in data-v, rows without a value go last, equal rows keep their order.
    all("table[data-sort]").forEach(function(table){
      var body=table.tBodies[0],heads=all("thead th",table);
      heads.forEach(function(head,column){
        if(!head.textContent.trim()||head.hasAttribute("data-nosort"))return;
        var button=make("button");button.type="button";
        while(head.firstChild)button.appendChild(head.firstChild);
        head.appendChild(button);head.setAttribute("aria-sort","none");
        button.addEventListener("click",function(){
          var up=head.getAttribute("aria-sort")!=="ascending";
          heads.forEach(function(h){if(h.hasAttribute("aria-sort"))h.setAttribute("aria-sort","none")});
          head.setAttribute("aria-sort",up?"ascending":"descending");
          var numeric=head.classList.contains("n"),order=new Intl.Collator(undefined,{numeric:true});
          var rows=Array.prototype.slice.call(body.rows).map(function(row,at){
            var cell=row.cells[column],v=cell?cell.getAttribute("data-v"):null;
            var key=numeric?(v===null?null:parseFloat(v)):(cell?cell.textContent.trim():"");
            return{row:row,at:at,key:key===""||key!==key?null:key}});
          rows.sort(function(a,b){
            if(a.key===null||b.key===null)return a.key===b.key?a.at-b.at:a.key===null?1:-1;
            var c=numeric?a.key-b.key:order.compare(a.key,b.key);
            return(up?c:-c)||a.at-b.at});
          rows.forEach(function(r){body.appendChild(r.row)});
        });
      });
    });
    // Filtering long tables by any text in a row.
    all("table[data-filter]").forEach(function(table,number){
      var rows=Array.prototype.slice.call(table.tBodies[0].rows);
      if(rows.length<13)return;
      var box=make("div","filter"),label=make("label","",table.getAttribute("data-filter")),input=make("input");
      var said=make("span","muted");said.setAttribute("role","status");
      input.type="search";input.id="filter-"+number;label.htmlFor=input.id;input.autocomplete="off";
      box.appendChild(label);box.appendChild(input);box.appendChild(said);
      var place=table.closest(".scroll")||table;place.parentNode.insertBefore(box,place);
      input.addEventListener("input",function(){
        var words=input.value.toLowerCase().split(/\\s+/).filter(Boolean),shown=0;
        rows.forEach(function(row){
          var text=row.textContent.toLowerCase();
          row.hidden=!words.every(function(w){return text.indexOf(w)>=0});
          if(!row.hidden)shown++});
        said.textContent=words.length?shown+" of "+rows.length+" rows":"";
      });
    });
    // Trees: a button folds the rows below a row; a large tree begins folded, but for its first level where that is small.
    all("table[data-tree]").forEach(function(table){
      var rows=Array.prototype.slice.call(table.tBodies[0].rows);
      var depth=rows.map(function(r){return+r.getAttribute("data-d")}),folded=rows.map(function(){return false});
      var shallow=depth.filter(function(x){return x<=2}).length;
      function show(){
        var below=99;
        rows.forEach(function(row,at){
          if(depth[at]<=below)below=99;
          row.hidden=depth[at]>below;
          if(folded[at]&&depth[at]<below)below=depth[at];
        });
      }
      rows.forEach(function(row,at){
        if(at+1>=rows.length||depth[at+1]<=depth[at]||depth[at]===0)return;
        var name=row.cells[0],button=make("button","",""); button.type="button";
        button.setAttribute("aria-label","Rows below "+name.textContent.trim());
        function draw(){button.textContent=folded[at]?"\\u25b8":"\\u25be";button.setAttribute("aria-expanded",String(!folded[at]))}
        folded[at]=rows.length>40&&!(depth[at]===1&&shallow<=40);draw();
        button.addEventListener("click",function(){folded[at]=!folded[at];draw();show()});
        name.insertBefore(button,name.firstChild);
      });
      show();
    });
    // Copying: where the clipboard is closed the command is selected instead.
    all(".cmd").forEach(function(box){
      var code=box.querySelector("code"),button=make("button","copy","Copy"),said=make("span","sr");
      button.type="button";button.setAttribute("aria-label","Copy the command "+code.textContent);
      said.setAttribute("role","status");
      button.addEventListener("click",function(){
        function done(text){button.textContent=text;said.textContent=text;
          setTimeout(function(){button.textContent="Copy";said.textContent=""},2000)}
        function select(){var s=getSelection(),r=d.createRange();r.selectNodeContents(code);s.removeAllRanges();s.addRange(r);
          var ok=false;try{ok=d.execCommand("copy")}catch(e){}done(ok?"Copied":"Selected")}
        if(navigator.clipboard&&isSecureContext)navigator.clipboard.writeText(code.textContent)
          .then(function(){done("Copied")},select);else select();
      });
      box.appendChild(button);box.appendChild(said);
    });
    // A region is a stop of the Tab key only while there is something to scroll.
    function stops(){all(".scroll").forEach(function(r){
      if(r.scrollWidth>r.clientWidth||r.scrollHeight>r.clientHeight)r.tabIndex=0;else r.removeAttribute("tabindex")})}
    stops();addEventListener("resize",stops);
    var closed=[];
    addEventListener("beforeprint",function(){closed=all("details:not([open])");closed.forEach(function(e){e.open=true})});
    addEventListener("afterprint",function(){closed.forEach(function(e){e.open=false})});
    })();
    """
}
