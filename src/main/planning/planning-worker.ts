import { parentPort, workerData } from 'node:worker_threads';
import { type EditToPlan, planChanges } from '../../core/proposals/plan-answer.ts';

parentPort?.postMessage(planChanges(workerData as EditToPlan));
