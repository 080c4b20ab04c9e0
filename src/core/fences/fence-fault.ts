/** Why a prompt fence is not run (`layers.md`, *Prompt fences*). Nothing is sent then. */
export type FenceFault =
  /** Something in the info string that is no attribute, or one that there is not. */
  | { readonly kind: 'attribute'; readonly text: string }
  /** The name has other characters than letters, digits, `-` and `_`, which coordinates are made of. */
  | { readonly kind: 'name'; readonly text: string }
  | { readonly kind: 'count'; readonly text: string }
  /** Another fence has the name. */
  | { readonly kind: 'twice'; readonly name: string }
  /** There is nothing to send. */
  | { readonly kind: 'empty' }
  /** It is in text that no model is sent. */
  | { readonly kind: 'hidden' }
  | { readonly kind: 'agent'; readonly name: string; readonly why: 'missing' | 'notModel' | 'several' }
  /** No agent is named, and none is chosen. */
  | { readonly kind: 'noAgent' }
  /** @param hole as it is written, without the braces */
  | { readonly kind: 'hole'; readonly hole: string; readonly why: HoleFault }
  | { readonly kind: 'self'; readonly name: string }
  /** Each fence has the output of the next, and the last that of the first. */
  | { readonly kind: 'cycle'; readonly names: readonly string[] };

/**
 * Why a hole cannot be filled. `hidden`: no model is sent its text. `notRun`: the fence is there, but has no output.
 */
export type HoleFault =
  | 'unclosed'
  | 'unknown'
  | 'noDocument'
  | 'severalDocuments'
  | 'noSection'
  | 'emptyDocument'
  | 'nothingBefore'
  | 'nothingAfter'
  | 'noNode'
  | 'hidden'
  | 'noFence'
  | 'notRun'
  | 'noValue';
