/**
 * Runs in the head. Scripts load late: clicks on buttons and `data-early` controls, and submitted forms, are held until the page
 * is hydrated. Otherwise a form would be submitted natively, with its password in the URL. So are lists pasted into a `data-early-list`
 * field: the browser would put them into it as one line.
 */
export const holdEarlyActions = `{let held=[];for(const type of['click','submit','paste'])addEventListener(type,event=>{const isPaste=type=='paste';const control=held&&event.target.closest?.(isPaste?'[data-early-list]':type=='submit'?'form[data-early]':'[data-early]:not(form),button[type=button]');if(!control)return;const clipboardData=new DataTransfer();if(isPaste){const text=event.clipboardData.getData('text/plain');if(!/[\\t\\r\\n]/.test(text.trim()))return;clipboardData.setData('text/plain',text)}event.preventDefault();event.stopPropagation();held.push(()=>isPaste?control.dispatchEvent(new ClipboardEvent(type,{clipboardData,bubbles:true,cancelable:true})):type=='submit'?control.requestSubmit(event.submitter):control.click())},1);releaseEarlyActions=()=>{const acts=held;held=0;acts?.map(act=>act())}}`

declare global {
  var releaseEarlyActions: (() => void) | undefined
}
