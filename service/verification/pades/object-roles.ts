import { isPdfArray, PdfDictionary, PdfReference, PdfStream, type PdfObject } from '../../codecs/pdf/pdf-objects.ts';
import { judgeExtensions, judgeInformation, judgeMetadata } from './archive-changes.ts';
import { BesideObjects } from './beside-pages.ts';
import { judgeCatalog, judgeTrailer } from './catalog-changes.ts';
import { isMadeOfValue, judgeField } from './field-changes.ts';
import { judgeFieldList, judgeForm, judgeFormResources } from './form-changes.ts';
import { describeObject } from './object-description.ts';
import { readable } from '../readable.ts';
import { hasOnlySignaturesMore, judgeAnnotations, judgePage } from './page-changes.ts';
import { TRAILER, type Usage } from './reference-usages.ts';
import type { ChangedObject, RevisionStep } from './revision-changes.ts';
import { readSecurityStore } from './security-store.ts';
import { judgeSecurityStore } from './store-changes.ts';
import { judgeStructureGrowth } from './structure-growth.ts';
import { UsageRoles } from './usage-roles.ts';

/** A list of drawings, and one of the states of a drawing in it. */
const MAX_LISTS = 2;

/** Finds out what a changed object is in the document before the change, and which rule therefore judges it. */
export class ObjectRoles {
  readonly #step: RevisionStep;
  readonly #roles: UsageRoles;
  readonly #beside: BesideObjects;
  #storeContainers: ReadonlySet<number> | undefined;
  #isStoreJudged = false;

  /** `roots`: numbers of all catalogs that the document has had so far. */
  constructor(step: RevisionStep, roots: ReadonlySet<number>) {
    this.#step = step;
    this.#roles = new UsageRoles(step, roots);
    this.#beside = new BesideObjects(step, this.#roles);
  }

  /** The trailer, and the catalog where another object has become it. */
  judgeTrailer(): void {
    const step = this.#step;
    judgeTrailer(step);
    if (numberOf(step.before.trailer.get('Root')) === numberOf(step.after.trailer.get('Root'))) return;
    this.#judgeCatalog(step.before.catalog, step.after.catalog);
  }

  judgeObject(changed: ChangedObject): void {
    const { number, before, after } = changed;
    const step = this.#step;
    const page = step.pages.get(number);
    if (this.#roles.isRoot(number)) {
      if (!this.#roles.allow(number, 'catalog')) return;
      // A catalog that a new one has replaced is judged with the trailer.
      if (numberOf(step.after.trailer.get('Root')) === number) this.#judgeCatalog(before, after);
    } else if (page !== undefined) {
      if (this.#roles.allow(number, 'page')) judgePage(step, page, before, after);
    } else if (!this.#judgeStructure(changed) && !this.#judgeInteractive(changed)) this.#judgeRest(changed);
  }

  #judgeCatalog(before: PdfObject, after: PdfObject): void {
    judgeCatalog(this.#step, before, after, () => {
      this.#judgeStore();
    });
  }

  /** The store is judged as a whole, however many of its objects changed. */
  #judgeStore(): void {
    if (this.#isStoreJudged) return;
    this.#isStoreJudged = true;
    judgeSecurityStore(this.#step);
  }

  /** Objects with one place in the document; each rule holds only if the object is used there and nowhere else. */
  #judgeStructure({ number, before, after }: ChangedObject): boolean {
    const step = this.#step;
    const roles = this.#roles;
    if (roles.isOnly(number, (usage) => roles.isFormEntry(usage, []))) judgeForm(step, before, after);
    else if (roles.isOnly(number, (usage) => roles.isFormEntry(usage, ['DR']))) judgeFormResources(step, before, after);
    else if (roles.isOnly(number, (usage) => roles.isFormResource(usage))) {
      judgeFormResources(step, before, after, 'category');
    } else if (roles.isOnly(number, (usage) => roles.isRootEntry(usage, 'Extensions'))) {
      judgeExtensions(step, before, after);
    } else if (roles.isOnly(number, (usage) => roles.isRootEntry(usage, 'Metadata')))
      judgeMetadata(step, before, after);
    else if (this.#isStoreContainer(number)) this.#judgeStore();
    else if (roles.isOnly(number, ({ parent, path }) => parent === TRAILER && path.join() === 'Info')) {
      judgeInformation(step, before, after);
    } else return this.#judgeLists({ number, before, after });
    return true;
  }

  /** A list of fields or annotations; one may be both. */
  #judgeLists({ number, before, after }: ChangedObject): boolean {
    const step = this.#step;
    const roles = this.#roles;
    if (!isPdfArray(before)) return false;
    const pages = new Set<number>();
    let isFieldList = false;
    for (const usage of step.usages.of(number)) {
      const page = roles.pageListing(usage);
      if (page !== null) pages.add(page);
      else if (roles.isFormEntry(usage, ['Fields'])) isFieldList = true;
      else return false;
    }
    if (isFieldList) judgeFieldList(step, before, after);
    for (const page of pages) judgeAnnotations(step, page, before, after);
    return isFieldList || pages.size > 0;
  }

  #isStoreContainer(number: number): boolean {
    const containers = (this.#storeContainers ??= readSecurityStore(this.#step.before).containers);
    const isStorePlace = (usage: Usage): boolean =>
      containers.has(usage.parent) || (this.#roles.isRoot(usage.parent) && usage.path[0] === 'DSS');
    return containers.has(number) && this.#roles.isOnly(number, isStorePlace);
  }

  #judgeInteractive(changed: ChangedObject): boolean {
    const step = this.#step;
    const roles = this.#roles;
    const { number, after } = changed;
    const field = step.fields().get(number);
    const page = step.pageOf(number);
    if (field !== undefined) {
      if (roles.allow(number, 'field')) judgeField(step, field, after);
      return true;
    }
    if (page !== null && !isWidgetLike(changed)) {
      if (roles.allow(number, 'field')) {
        const place = { page: page + 1, rectangle: null };
        step.note('annotation', `page ${page + 1}: an annotation was changed`, { place });
      }
      return true;
    }
    return this.#judgeAppearance(changed);
  }

  /** A drawing that only fields or annotations show, or the list of their drawings, written over. */
  #judgeAppearance({ number, after }: ChangedObject): boolean {
    const isDrawing = after instanceof PdfStream || after instanceof PdfDictionary;
    const owners = isDrawing ? this.#ownersOf(number) : [];
    if (owners.length === 0 || !owners.every((owner) => this.#mayBeRedrawn(owner))) return false;
    for (const owner of new Set(owners)) this.#noteRedrawn(owner);
    return true;
  }

  /**
   * The objects whose /AP leads to a drawing, straight or by lists of drawings (tables 170 and 171) that are objects of
   * their own; -1 for every other place that it is used at.
   */
  #ownersOf(number: number, depth = 0): number[] {
    return this.#step.usages.of(number).flatMap(({ parent, path }) => {
      if (path[0] === 'AP') return [parent];
      const isList = path.length <= MAX_LISTS && this.#step.valueOf('before', parent) instanceof PdfDictionary;
      const owners = isList && depth < MAX_LISTS ? this.#ownersOf(parent, depth + 1) : [];
      return owners.length === 0 ? [-1] : owners;
    });
  }

  #mayBeRedrawn(owner: number): boolean {
    const field = this.#step.fields().get(owner);
    return field === undefined ? this.#step.pageOf(owner) !== null : field.fieldType !== 'Sig';
  }

  #noteRedrawn(owner: number): void {
    const step = this.#step;
    const field = step.fields().get(owner);
    const page = step.pageOf(owner);
    const place = page === null ? null : { page: page + 1, rectangle: null };
    if (field === undefined) step.note('annotation', `page ${(page ?? 0) + 1}: an annotation was changed`, { place });
    else {
      const { fullName: fieldName } = field;
      const now = step.valueOf('after', owner);
      const isFaithful = now instanceof PdfDictionary && isMadeOfValue(step, field, now, ['AP']);
      step.note('formFill', `form field "${readable(fieldName)}" was drawn anew`, { fieldName, place, isFaithful });
    }
  }

  #judgeRest(changed: ChangedObject): void {
    const step = this.#step;
    if (judgeStructureGrowth(step, changed) || this.#beside.judgeObject(changed)) return;
    if (hasOnlySignaturesMore(step, changed)) {
      if (this.#roles.allow(changed.number, 'page'))
        step.note('annotation', 'a part of the page tree was given signature fields, which belong to pages');
      return;
    }
    if (step.usages.of(changed.number).length === 0) {
      step.doubt(`object ${changed.number}, which nothing uses, was changed`);
    } else step.forbid(describeObject(step, changed));
  }
}

function numberOf(object: PdfObject): number {
  return object instanceof PdfReference ? object.number : -1;
}

function isWidgetLike({ before, after }: ChangedObject): boolean {
  return [before, after].some((object) => {
    if (!(object instanceof PdfDictionary)) return true;
    const subtype = object.get('Subtype');
    return subtype === null || (typeof subtype === 'object' && 'value' in subtype && subtype.value === 'Widget');
  });
}
