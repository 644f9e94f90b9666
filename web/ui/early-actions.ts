/**
 * Runs in the head. Scripts load late: clicks on buttons and `data-early` controls, and submitted forms, are held until the page
 * is hydrated. Otherwise a form would be submitted natively, with its password in the URL.
 */
export const holdEarlyActions = `{let held=[];const types=['click','submit'];const hold=event=>{const control=event.target instanceof Element&&event.target.closest(event.type==='submit'?'form[data-early]':'[data-early]:not(form),button[type=button]');if(!control)return;event.preventDefault();event.stopPropagation();held.push(()=>event.type==='submit'?control.requestSubmit(event.submitter):control.click())};for(const type of types)addEventListener(type,hold,true);window.releaseEarlyActions=()=>{for(const type of types)removeEventListener(type,hold,true);for(const act of held.splice(0))act()}}`

declare global {
  var releaseEarlyActions: (() => void) | undefined
}
