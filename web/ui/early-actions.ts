/**
 * Runs in the head. Scripts start late, so somebody may press a `data-early` control before the page can answer:
 * what they did is held, and done as soon as the page is ready. Without it a form would send itself, password and all.
 */
export const holdEarlyActions = `{let held=[];const types=['click','submit'];const hold=event=>{const control=event.target instanceof Element&&event.target.closest(event.type==='submit'?'form[data-early]':'[data-early]:not(form)');if(!control)return;event.preventDefault();event.stopPropagation();held.push(()=>event.type==='submit'?control.requestSubmit():control.click())};for(const type of types)addEventListener(type,hold,true);window.releaseEarlyActions=()=>{for(const type of types)removeEventListener(type,hold,true);for(const act of held.splice(0))act()}}`

declare global {
  var releaseEarlyActions: (() => void) | undefined
}
