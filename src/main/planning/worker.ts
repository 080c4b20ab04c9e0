/** The thread of one plan: makes that which `workerData` asks for, answers it, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { type AskedEdit, type AskedPlan, planAsked } from '../../core/proposals/plan-answer.ts';

parentPort?.postMessage(planAsked(workerData as AskedEdit) satisfies AskedPlan);
